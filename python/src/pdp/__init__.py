"""Client of the protein data platform."""

from typing import TYPE_CHECKING

from ._charts import Chart
from ._connect import connect
from ._erasures import ErasureHandle
from ._errors import (
    AlreadyLoaded,
    ApiError,
    DataProblems,
    ErasureFailed,
    IncompleteResult,
    PdpError,
    SignInError,
    TaskFailed,
    WorkOfOther,
)
from ._lab import Lab
from ._listing import Listing
from ._loads import LoadHandle
from ._models import (
    Artifact,
    Column,
    Erasure,
    Load,
    LoadFile,
    LoadProgress,
    LoadTable,
    Order,
    Project,
    ProjectSummary,
    Round,
    Table,
    Task,
    TaskProgress,
    User,
    Version,
    VersionTag,
    WorkspaceRecord,
)
from ._problems import Problem, ProblemGroup, Problems
from ._projects import ProjectHandle
from ._query import QueryResult
from ._stored_orders import Dna, OrderHandle
from ._structures import Structure
from ._tasks import Designs, Predictions, Report, TaskHandle, Training

__version__ = "0.1.0"

__all__ = [
    "AlreadyLoaded",
    "ApiError",
    "Artifact",
    "Chart",
    "Column",
    "DataProblems",
    "Designs",
    "Dna",
    "Erasure",
    "ErasureHandle",
    "IncompleteResult",
    "Lab",
    "Listing",
    "Load",
    "LoadFile",
    "LoadHandle",
    "LoadProgress",
    "LoadTable",
    "Order",
    "OrderHandle",
    "PdpError",
    "Predictions",
    "Problem",
    "ProblemGroup",
    "Problems",
    "Project",
    "ProjectSummary",
    "ProjectHandle",
    "QueryResult",
    "Report",
    "Round",
    "SignInError",
    "Structure",
    "Table",
    "Task",
    "ErasureFailed",
    "TaskFailed",
    "TaskHandle",
    "TaskProgress",
    "Training",
    "User",
    "Version",
    "VersionTag",
    "WorkspaceRecord",
    "connect",
    "WorkOfOther",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in ("connect_async", "async_connect", "AsyncLab", "AsyncClient"):
            raise AttributeError(
                f"pdp has no {name!r}. Threads may share a workspace: lab = await asyncio.to_thread(pdp.connect, 'WORKSPACE'), "
                "and await asyncio.to_thread(lab.sql, query)."
            )
        raise AttributeError(f"module 'pdp' has no attribute {name!r}")
