"""Reports of tasks: what is downloaded, and when."""

import json

from pdp._tasks import TaskHandle

PAGE = '<section>\n<h2 id="s0">One</h2><svg>1</svg></section>'
CONTENT = {"sections": [{"plot": {"title": "One", "usermeta": {"kind": "parity"}, "data": {"values": [{"x": 1}]}}}]}


class Recorded:
    """Session that records what it downloads."""

    def __init__(self):
        self.formats = []

    def content(self, _path, *, id, format):  # noqa: A002
        self.formats.append(format)
        return PAGE.encode() if format == "html" else json.dumps(CONTENT).encode()

    def artifact(self, _artifact_id):
        return type("Artifact", (), {"data": {"summary": "Good."}})()


def test_a_report_downloads_each_part_once_and_only_when_it_is_needed(monkeypatch):
    lab = Recorded()
    task = TaskHandle.__new__(TaskHandle)
    task._lab = lab
    monkeypatch.setattr(TaskHandle, "result", {"report": {"artifact_id": "1"}})
    assert (str(task.report), lab.formats) == ("Good.", [])
    assert (task.report.html, lab.formats) == (PAGE, ["html"])
    assert task.chart("parity").data == [{"x": 1}]
    assert task.report.charts[0].svg == "<svg>1</svg>"
    assert task.report is task.report and lab.formats == ["html", "json"]
