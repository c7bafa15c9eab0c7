"""The two rounds of "H2-EMV" (section 4.2, appendix A): does forgetting learn what to keep, and what does it save?

As in the paper: something that happens early and late in a life is asked for after each time, so late that by
default its low nodes are forgotten; after the first question, whatever the answer was, the robot is told to remember
such things; rules are not taken over to the next life. Measured are the nodes of level 3 and above, what is read for
a question, and the right answers of both rounds.

Other than in the paper:

- lives are those of the simulated household, of weeks rather than of 5 or 25 concatenated episodes, and most records
  are looks around;
- no language model: questions, feedback and their wordings are templates, the second round's of its own; the roles
  of relevance, rules and summaries are the offline ones; what counts is whether the asked record is
  cited, or a summary that is read tells it with its time, not how an answer is worded, so accuracies are higher than
  the paper's in all variants;
- what is said goes through the dialog manager, and questions explore the history alone: the log of events, from which
  the memory answers too, keeps everything for its grace;
- some pairs are asked without any feedback, which shows what is lost;
- forgetting runs as it is scheduled in the robot, at night and in idle hours, rather than at every step;
- the variants that build the tree offline do so by the same rules, everything in one go; the tokens of a question are
  what is read of the tree then, without the building. The abstract's 45 % and 35 % are ours beside one of these
  (tables A2 and A3: 52.2 to 94.9 nodes, 10.2 to 15.7 thousand tokens); here the targets compare ours to the same
  online tree without forgetting. Beside that the paper's questions cost 3 % more, 8 % less and 43 % more (tables A2,
  A3, A5).
"""
