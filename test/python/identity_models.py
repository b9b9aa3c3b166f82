"""Workspaces, users, and sign-in."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from strict import Authored, Id, ShortText, Strict, Text, Time

Region = Literal["EU", "US"]


class Capabilities(Strict):
    can_generate_variants: bool


class Workspace(Authored):
    errors: list[Text] = []
    internal_error_details: list[Text | None] = []
    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", max_length=64)]
    display_name: ShortText
    state: Literal["PROVISIONING", "DELETING", "READY", "FAILED"]
    picture_file_id: Id | None
    capabilities: Capabilities


class WorkspaceRecord(Authored):
    name: Text
    region: Region
    region_api_url: Annotated[str, StringConstraints(pattern=r"^https?://", max_length=2083)]
    idp_org_id: Text | None
    deleted_at: Time | None
    deleted_by: Text | None


class User(Strict):
    type: Literal["user"]
    user_id: ShortText
    name: ShortText
    email: ShortText
    picture: Annotated[str, StringConstraints(min_length=1, max_length=2048)] | None = None
    picture_file_id: Id | None = None
    user_type: Literal["USER", "M2M"]
    last_sign_in_at: Time | None = None


class AuthStrategy(Strict):
    strategy: Literal["idp"]
    client_id: Text
    app_url: Text
    auth_api_url: Text


class Authorized(Strict):
    authorized: Literal[True]


class Unauthorized(Strict):
    authorized: Literal[False]
    can_reauth: bool
    org_id: Text | None


CheckAuth = Annotated[Authorized | Unauthorized, Field(discriminator="authorized")]


class PendingTask(Strict):
    id: Id
    created_at: Time


class TaskCounts(Strict):
    failed_user: int
    failed_internal: int
    succeeded: int
    pending: int


class WorkspaceTasks(TaskCounts):
    name: Text
    oldest_pending: PendingTask | None


class TaskOverview(TaskCounts):
    workspaces: list[WorkspaceTasks]


class Overview(Strict):
    tasks: TaskOverview


class Position(Strict):
    line: int
    column: int


class ErrorBody(Strict):
    """Any error other than a validation error."""

    detail: Text
    code: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
    error_id: Text
    position: Position | None = None


class Problem(Strict):
    loc: list[str | int]
    msg: Text
    type: Text
    input: object = None
    ctx: dict[str, object] = {}


class ValidationErrors(Strict):
    detail: Annotated[list[Problem], Field(min_length=1)]
