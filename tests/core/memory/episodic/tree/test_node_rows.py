"""What summaries tell of what was forgotten."""

from embodied_memory.memory.episodic.tree.node import DeedLine, ForgottenPlaceholder, Level, NodeContent, TreeNode
from embodied_memory.memory.episodic.tree.node_rows import told_of_forgotten


def test_what_a_child_that_is_left_tells_is_not_told_of_a_forgotten_one_of_the_same_moment():
    fed, played, passed = (
        DeedLine(10, 1, "Anna feeds the cat"), DeedLine(10, 1, "Ben plays the trumpet"), DeedLine(90, 1, "Ben sings"),
    )  # fmt: skip
    event = TreeNode(3, Level.EVENT, 10, 90, "", NodeContent(deeds=(fed, played, passed)), (1, 2))
    children = (
        ForgottenPlaceholder(1, Level.INSTANT, 10, 10, "", parent=3),
        TreeNode(2, Level.INSTANT, 10, 10, "", NodeContent(deeds=(fed,)), parent=3, record_id=7),
    )
    assert [each.text for each in told_of_forgotten(event, children)] == ["Ben plays the trumpet"]
