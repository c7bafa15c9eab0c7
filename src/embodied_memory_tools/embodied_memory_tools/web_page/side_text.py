"""The HTML of the side panels. Whatever people, cameras or models said is escaped: it is shown, never run."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape

from embodied_memory.evidence import Evidence
from embodied_memory_tools.web_page import colors
from embodied_memory_tools.web_page.plan_view import PlanView

_WRAP = '<div style="padding:0 12px 4px;font-size:13px;line-height:1.4">{}</div>'
_STEP = "display:inline-block;margin:2px 4px 0 0;padding:0 6px;border-radius:4px;background:#eef1f4;font-size:12px"
_STEP_NOW = f"{_STEP};background:#cfe6d4;font-weight:600"
FIRST_PLAUSIBLE_DATE_NS = 10**17


def _clamped(lines: int) -> str:
    """Style of a text that is cut after some lines; the whole of it shows when one points at it."""
    return (
        f"display:-webkit-box;-webkit-line-clamp:{lines};-webkit-box-orient:vertical;overflow:hidden;"
        "overflow-wrap:anywhere"
    )


def clock(stamp_ns: int) -> str:
    """The time of day of a date; for the clock of a simulation, which starts near 0, the time passed."""
    if stamp_ns >= FIRST_PLAUSIBLE_DATE_NS:
        return time.strftime("%H:%M:%S", time.localtime(stamp_ns // 1_000_000_000))
    minutes, seconds = divmod(stamp_ns / 1e9, 60)
    return f"{int(minutes)}:{seconds:04.1f}"


def progress_html(text: str) -> str:
    """What the robot is doing."""
    return _WRAP.format(
        f'<div style="background:#eef3f8;border-left:3px solid {colors.css(colors.ROBOT)};'
        f'border-radius:4px;padding:6px 10px">{escape(text) or "&nbsp;"}</div>'
    )


def plan_html(plan: PlanView | None) -> str:
    """The subgoal, its actions with the present one marked, and what the critic had against earlier plans."""
    if plan is None:
        return ""
    steps = "".join(
        f'<span style="{_STEP_NOW if number == plan.next else _STEP}">{escape(action)}</span>'
        for number, action in enumerate(plan.actions)
    )
    remarks = "".join(f'<div style="color:#9a5b00">critic: {escape(remark)}</div>' for remark in plan.remarks)
    why = f' <span style="color:#667">({escape(plan.reason)})</span>' if plan.reason else ""
    return _WRAP.format(f"<div><b>{escape(plan.subgoal)}</b>{why}</div><div>{steps}</div>{remarks}")


def conversation_html(messages: Sequence[tuple[str, str, tuple[Evidence, ...]]]) -> str:
    """Speech bubbles, the robot's on the left, each with the records it rests on."""
    if not messages:
        return _WRAP.format('<span style="color:#888">Ask where something is, or tell it what to find.</span>')
    bubbles = "".join(_bubble(*message) for message in reversed(messages))
    # Reversed, so that the browser keeps the newest in sight when the rest has to be scrolled.
    scrolled = "display:flex;flex-direction:column-reverse;max-height:330px;overflow-y:auto"
    return _WRAP.format(f'<div style="{scrolled}">{bubbles}</div>')


def _bubble(speaker: str, text: str, evidence: tuple[Evidence, ...]) -> str:
    robot = speaker == "robot"
    side = "margin-right:28px;background:#f1f3f5" if robot else "margin-left:28px;background:#dcecf8"
    cited = "".join(
        f'<div style="color:#667;font-size:11.5px;margin-top:2px;{_clamped(1)}" title="{escape(item.summary)}">'
        f"#{item.record_id} · {clock(item.stamp_ns)} · {escape(item.summary)}</div>"
        for item in evidence[:3]
    )
    return (
        f'<div style="{side};border-radius:8px;padding:5px 10px;margin-bottom:6px;overflow-wrap:anywhere">'
        f'<div style="color:#667;font-size:11px">{escape(speaker)}</div>{escape(text)}{cited}</div>'
    )


def records_html(records: Sequence[tuple[int, str, str]]) -> str:
    """The latest records, newest first."""
    if not records:
        return _WRAP.format('<span style="color:#888">Nothing yet.</span>')
    rows = "".join(
        f'<div style="margin:3px 0;border-bottom:1px solid #eceef0;{_clamped(2)}" title="{escape(summary)}">'
        f'<span style="color:#889;font-variant-numeric:tabular-nums">{clock(stamp_ns)}</span> '
        f'<span style="background:#e8edf2;border-radius:3px;padding:0 5px;font-size:11px">{escape(kind)}</span> '
        f"{escape(summary)}</div>"
        for stamp_ns, kind, summary in records
    )
    return _WRAP.format(rows)


def legend_html() -> str:
    """What the colours mean."""
    stops = ", ".join(f"{colors.css(color)} {share:.0%}" for share, color in colors.CERTAINTY_SCALE)
    violet = f"{colors.css(colors.FRONTIER_LOW)}, {colors.css(colors.FRONTIER_HIGH)}"
    rows = [
        _bar("Objects: how sure memory is that they are there", stops, "unsure", "sure"),
        _bar("Frontiers: how promising it is to look there", violet, "little", "much"),
        _swatch(colors.FRONTIER_UNJUDGED, "frontier, not judged yet"),
        _swatch(colors.ROBOT, "robot") + _swatch(colors.PATH, "its path"),
        _swatch(colors.FREE, "free floor") + _swatch(colors.OCCUPIED, "occupied"),
        '<div style="margin-top:2px">'
        + "".join(_square(color) for color in colors.ROOMS[:5])
        + "&nbsp;floors of rooms</div>",
    ]
    return _WRAP.format("".join(rows))


def _bar(title: str, stops: str, low: str, high: str) -> str:
    return (
        f"<div>{title}</div>"
        f'<div style="height:9px;border-radius:5px;background:linear-gradient(90deg, {stops})"></div>'
        f'<div style="display:flex;justify-content:space-between;color:#667;font-size:11.5px;margin-bottom:5px">'
        f"<span>{low}</span><span>{high}</span></div>"
    )


def _square(color: colors.Color) -> str:
    return (
        f'<span style="display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:3px;'
        f'border:1px solid #ccd;background:{colors.css(color)}"></span>'
    )


def _swatch(color: colors.Color, name: str) -> str:
    return f'<span style="margin-right:12px;white-space:nowrap">{_square(color)} {name}</span>'
