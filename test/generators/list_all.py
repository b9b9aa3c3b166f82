"""Lists every kind of resource through a generated client: `python list_all.py <folder> <package> <platform> <workspace>`.

`ACCESS_TOKEN` is a token with access to the workspace, and `REGION_URL` the address of its region. Fails if a list cannot be read into the generated models, or if too
many lists are empty.
"""

import importlib
import inspect
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import partial

folder, package, platform, workspace = sys.argv[1:]
sys.path.insert(0, folder)
generated = importlib.import_module(package)
token = os.environ["ACCESS_TOKEN"]


PLATFORM_LISTS = ("list_workspace_records", "list_users")


def of_openapi_generator() -> Iterator[tuple[str, Callable[..., object]]]:
    client = generated.ApiClient(generated.Configuration(host=platform, access_token=token))
    for name, kind in inspect.getmembers(generated, inspect.isclass):
        if not name.endswith("Api"):
            continue
        for method, function in inspect.getmembers(kind(client), inspect.ismethod):
            if method.startswith("list_") and not method.endswith(("_with_http_info", "_without_preload_content")):
                yield method, function


def of_openapi_python_client() -> Iterator[tuple[str, Callable[..., object]]]:
    def client(url: str) -> object:
        return generated.AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)

    clients = {True: client(platform), False: client(os.environ["REGION_URL"])}
    api = importlib.import_module(f"{package}.api")
    for module in pkgutil.walk_packages(api.__path__, f"{package}.api."):
        name = module.name.rsplit(".", 1)[1]
        if name.startswith("list_"):
            own = clients[name in PLATFORM_LISTS]
            yield name, partial(importlib.import_module(module.name).sync, client=own)


def main() -> None:
    functions = dict(of_openapi_generator() if hasattr(generated, "ApiClient") else of_openapi_python_client())
    known = {"workspace": workspace, "namespace": "main", "reference": "variants", "id": os.environ["TABLE_ID"]}
    filled = 0
    for name, function in functions.items():
        needed = {
            "list_archived_tables": ["workspace", "reference"],
            "list_table_versions": ["workspace", "id"],
            "list_iceberg_tables": ["workspace", "namespace"],
        }.get(name, [] if name in PLATFORM_LISTS else ["workspace"])
        answer = function(**{key: known[key] for key in needed})
        assert answer is not None, name
        error = getattr(answer, "code", None)
        assert error is None, f"{name}: {error}"
        filled += any(isinstance(value, list) and value for value in answer.to_dict().values())
    print(f"{len(functions)} lists, {filled} with items")
    assert len(functions) >= 18 and filled >= 13, sorted(functions)


if __name__ == "__main__":
    main()
