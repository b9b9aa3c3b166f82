"""Sign-in, workspaces and users."""

from api import Api, refused
from identity_models import (
    AuthStrategy,
    Authorized,
    CheckAuth,
    Overview,
    Unauthorized,
    User,
    Workspace,
    WorkspaceRecord,
)
from sign_in import sign_in

STAFF_ORGANIZATION = "Platform staff"


def open_workspace(address: str, name: str) -> tuple[Api, WorkspaceRecord]:
    """Creates a workspace as platform staff, and waits until it is ready."""
    strategy = Api(address).get("/auth:apiStrategy", AuthStrategy)
    staff = Api(address, sign_in(strategy, "staff@example.org", STAFF_ORGANIZATION).access_token)
    body = {"name": name, "display_name": "Strict laboratory", "region": "EU"}
    staff.post("/v2/workspace:create", Workspace, body)
    workspace = staff.poll(
        "/v2/workspace:get", Workspace, lambda one: one.state != "PROVISIONING", name=name
    )
    assert workspace.state == "READY", workspace.errors
    changes = {"can_generate_variants": True}
    assert staff.post("/v2/workspace:updateCapabilities", Workspace, changes, name=name).capabilities
    assert staff.get("/auth:checkAuth", CheckAuth, workspace=name) == Authorized(authorized=True)
    return staff, staff.get("/v2/workspace:getRecord", WorkspaceRecord, name=name)


def become_member(address: str, record: WorkspaceRecord) -> str:
    """Signs a member in without an organization, and then switches to the workspace's. Returns the new token."""
    strategy = Api(address).get("/auth:apiStrategy", AuthStrategy)
    email = "scientist@example.org"
    sign_in(strategy, email, record.name)
    signed_in = sign_in(strategy, email, None)
    told = Api(address, signed_in.access_token).get("/auth:checkAuth", CheckAuth, workspace=record.name)
    assert told == Unauthorized(authorized=False, can_reauth=True, org_id=record.idp_org_id)
    token = signed_in.refresh(told.org_id or "").access_token
    assert Api(address, token).get("/auth:checkAuth", CheckAuth, workspace=record.name).authorized
    return token


def look_at_users(api: Api) -> None:
    me = api.get("/users/me", User)
    renamed = api.send("PATCH", "/users/me", User, json={"name": "Ada Example"})
    assert (renamed.user_id, renamed.name) == (me.user_id, "Ada Example")
    assert api.send("PATCH", "/users/me", User, json={"name": None}).name == me.name
    picture = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000")
    shown = api.send("POST", "/users/me/picture", User, files={"file": ("me.png", picture)})
    assert shown.picture is not None and shown.picture_file_id is not None
    assert api.send("DELETE", "/users/me/picture", User).picture_file_id is None
    assert me.user_id in {user.user_id for user in api.list("/users/list", User, 1)}


def look_at_workspaces(staff: Api, name: str) -> None:
    records = staff.list("/v2/workspace:listRecords", WorkspaceRecord, include_all=True)
    assert name in {record.name for record in records}
    overview = staff.get("/ui/workspace:getOverview", Overview)
    assert name in {workspace.name for workspace in overview.tasks.workspaces}


def delete_and_restore(staff: Api, name: str) -> None:
    deleting = staff.post("/v2/workspace:delete", Workspace, name=name)
    assert deleting.state == "DELETING"
    assert refused(409, staff.post, "/v2/workspace:delete", Workspace, name=name)
    record = staff.get("/v2/workspace:getRecord", WorkspaceRecord, name=name)
    assert record.deleted_at is not None and record.deleted_by is not None
    assert staff.post("/v2/workspace:restore", Workspace, name=name).state == "READY"
