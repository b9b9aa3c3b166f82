"""Uses a platform as described in its specification, and parses every response with strict models.

python round_trip.py http://127.0.0.1:4000
"""

import secrets
import sys
import time

from api import Api
from data_steps import change_tables, fail_a_load, load_variants, make_projects, query, undo_and_redo
from identity_steps import become_member, delete_and_restore, look_at_users, look_at_workspaces, open_workspace
from shape_steps import list_everything, use_shapes
from state_steps import move_tasks
from task_steps import run_tasks


def main(address: str) -> None:
    start = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - start:6.1f} s  {text}", flush=True)

    name = f"strict-{secrets.token_hex(4)}"
    staff, record = open_workspace(address, name)
    say("signed in as staff by device code; the workspace is ready")
    token = become_member(address, record)
    look_at_users(Api(address, token))
    say("signed in as a member; users read")
    lab = Api(f"{record.region_api_url}/v2/workspace/{name}", token)
    place = make_projects(lab)
    say("projects and rounds listed page by page")
    load = load_variants(lab, place)
    fail_a_load(lab, place)
    say("raw file and Parquet loaded; a wrong file failed")
    query(lab, place)
    undo_and_redo(lab, load)
    change_tables(lab)
    say("queried, undone and redone; tables changed")
    trained = run_tasks(lab, place)
    say("five types of tasks run")
    use_shapes(lab, name, place, trained)
    say("generators, sources, selections and names in the shapes of existing clients")
    move_tasks(lab, place, trained)
    say("tasks of every type cancelled, recovered and archived in every state")
    list_everything(lab, place)
    say("everything listed")
    look_at_workspaces(staff, name)
    delete_and_restore(staff, name)
    say("workspace deleted and restored")
    print(f"{sum(Api.answers.values())} answers of {len(Api.answers)} paths read, all as specified")


if __name__ == "__main__":
    main(sys.argv[1])
