"""Client errors."""

from __future__ import annotations

import re
from typing import Any

from ._problems import Problems


#: Option of a load that a sentence of the service proposes.
_OPTION = re.compile(r'set "(\w+)": (\[[^\]]*\]|"[^"]*"|\d+)(?: for the table "[^"]*")?')


def in_arguments(sentence: str) -> str:
    """Returns a sentence with the arguments of `Project.load` in place of the options that it proposes to set."""
    return _OPTION.sub(
        lambda found: f"pass {'missing' if found[1] == 'missing_values' else found[1]}={found[2]}", sentence
    )


class PdpError(Exception):
    """Error from the platform or the connection to it."""


class ApiError(PdpError):
    """Error response from the service, with its message."""

    def __init__(self, status: int, code: str, message: str, error_id: str | None, problems: list[dict[str, Any]]):
        super().__init__(message)
        #: HTTP status.
        self.status = status
        #: Stable error code, such as `table_archived`; `validation_error` for a 422.
        self.code = code
        #: Identifies the request in the service's log.
        self.error_id = error_id
        #: Invalid request fields, each with `loc`, `msg` and `type`; empty unless the status is 422.
        self.problems = problems


class DataProblems(PdpError):
    """Data that cannot be loaded. Each message states what to fix, with file, line, column and value."""

    def __init__(self, load_id: str, sentences: list[str], problems: Problems | None = None):
        super().__init__("\n".join(in_arguments(sentence) for sentence in sentences))
        self.load_id = load_id
        self.sentences = sentences
        #: Invalid cells as a table: `problems.pl()`, `.df()`, `.rows()`, `.groups()`.
        self.problems = problems if problems is not None else Problems([])


class AlreadyLoaded(PdpError):
    """Rows that are already in the table: an identical file was loaded before. Pass `again=True` to load them again."""

    def __init__(self, message: str):
        super().__init__(f"{message} Nothing was loaded. To load the rows again, pass again=True.")


class WorkOfOther(PdpError):
    """Work of another member that would be undone, deleted or archived. Pass `of_other=True` to do it anyway."""

    def __init__(self, what: str, author: str):
        super().__init__(f"{what} was created by {author}. Nothing was changed. To continue, pass of_other=True.")
        #: Name and email of the author.
        self.author = author


class TaskFailed(PdpError):
    """Task that finished without a result."""

    def __init__(self, task_id: str, state: str, message: str):
        super().__init__(message)
        self.task_id = task_id
        #: State of the task: `FAILED` or `CANCELLED`.
        self.state = state


class ErasureFailed(PdpError):
    """Erasure that failed or was cancelled."""

    def __init__(self, erasure_id: str, state: str, message: str):
        super().__init__(message)
        self.erasure_id = erasure_id
        #: State of the erasure: `FAILED` or `CANCELLED`.
        self.state = state


class IncompleteResult(PdpError):
    """Incomplete result: the stream ended too early."""


class SignInError(PdpError):
    """Rejected sign-in."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        #: OAuth error code, such as `expired_token`.
        self.code = code


def unreachable(address: str, error: Exception) -> PdpError:
    """Returns the error for a URL that does not respond."""
    reason = str(error).rstrip(".")
    return PdpError(f"{address} is not responding: {reason}. Check that the platform is running there, or set PDP_URL to a different URL.")


def api_error(status: int, body: Any) -> ApiError:
    """Reads the error from a response with any body."""
    fields = body if isinstance(body, dict) else {}
    error_id = fields.get("error_id")
    detail = fields.get("detail")
    if isinstance(detail, list):
        # The first part of a path is "body", "query" or "path".
        message = "; ".join(f"{'.'.join(map(str, one['loc'][1:] or one['loc']))}: {one['msg']}" for one in detail)
        return ApiError(status, "validation_error", message, error_id, detail)
    message = detail if isinstance(detail, str) else f"The service returned status {status}."
    return ApiError(status, fields.get("code", f"http_{status}"), message, error_id, [])
