"""Collects what the nodes say of themselves on `diagnostics`."""

from __future__ import annotations

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.node import Node

from embodied_memory_tools.report.run_summary import NodeSummary


class NodeCounts:
    """The newest counts of each process; those of a process that was restarted are added up."""

    def __init__(self, node: Node) -> None:
        self._newest: dict[tuple[str, int], dict[str, str]] = {}
        node.create_subscription(DiagnosticArray, "diagnostics", self._take, 50)

    def _take(self, message: DiagnosticArray) -> None:
        for status in message.status:
            values = {pair.key: pair.value for pair in status.values}
            if "process id" in values:
                name = status.name.rsplit("/", 1)[-1]
                self._newest.pop((name, int(values["process id"])), None)
                self._newest[name, int(values["process id"])] = values

    def problems(self) -> dict[str, str]:
        """The last problem of each node that has one."""
        return {name: values["last problem"] for (name, _), values in self._newest.items() if values["last problem"]}

    def summaries(self) -> dict[str, NodeSummary]:
        """For summary.json; the process id is that of the newest process."""
        summaries: dict[str, NodeSummary] = {}
        for (name, pid), values in self._newest.items():
            before = summaries.get(name, NodeSummary(pid=pid))
            summaries[name] = NodeSummary(
                pid=pid,
                messages_published=before.messages_published + int(values["messages published"]),
                messages_received=before.messages_received + int(values["messages received"]),
                peak_rss_mb=max(before.peak_rss_mb, float(values["peak memory in MB"])),
            )
        return summaries
