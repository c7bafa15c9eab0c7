"""The scripts by name: what an actor makes of a beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from household.residents import asking_robot, errands, played_by_language, robot_day, routines, talks
from household.residents.acts import Script
from household.residents.beat import Beat
from household.residents.scene import Scene

SCRIPTS: Mapping[str, Callable[[Scene, Beat], Script]] = {
    "use": routines.practise,
    "wake": routines.wake,
    "sleep": routines.sleep,
    "leave": routines.leave,
    "come home": routines.come_home,
    "rest": routines.rest,
    "report": talks.report,
    "report_device": talks.report_device,
    "hearsay": talks.hearsay,
    "ask": talks.ask,
    "prefer": talks.prefer,
    "plan": talks.plan,
    "chat": talks.chat,
    "set": talks.use_device,
    "move": errands.move,
    "hand": errands.hand,
    "put down": errands.put_down,
    "promise": errands.promise,
    "fulfil": errands.fulfil,
    "cancel": errands.cancel,
    "remind": errands.remind,
    "cancel_reminder": errands.cancel_reminder,
    "bring": robot_day.bring,
    "fetch": robot_day.fetch,
    "give reminder": robot_day.give_reminder,
    "tour": robot_day.tour,
    "patrol": robot_day.patrol,
    "follow": robot_day.follow,
    "dock": robot_day.dock,
}

SCRIPTS_WITH_ROBOT: Mapping[str, Callable[[Scene, Beat], Script]] = {
    **SCRIPTS,
    "bring": asking_robot.bring,
    "bring_favourite": asking_robot.bring_favourite,
    "have_put": asking_robot.have_put,
    "have_put_back": asking_robot.have_put_back,
    "have_turned": asking_robot.have_turned,
    "have_switched": asking_robot.have_switched,
    "have_set": asking_robot.have_set,
    "give": asking_robot.give,
    "ask_robot": asking_robot.ask_robot,
    "reply": asking_robot.reply,
    "improvise": played_by_language.improvise,
}
"""The same where the robot is not acted: what it is asked for is really done, or not."""
