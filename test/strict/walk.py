"""Lists and fetches everything in a workspace with the strict client, and prints what it found as JSON.

Environment: PLATFORM_URL, REGION_URL, WORKSPACE, TOKEN. The program ends with 1 if anything does not parse.
"""

import json
import os
import sys

from client import Client, Walk


def main() -> int:
    platform, region, name, token = (
        os.environ[key] for key in ("PLATFORM_URL", "REGION_URL", "WORKSPACE", "TOKEN")
    )
    workspace = Client(f"{region}/v2/workspace/{name}", token)
    walk = Walk(Client(platform, token), workspace, name)
    walk.everything()
    print(json.dumps({"found": walk.found, "problems": walk.problems}))
    return 1 if walk.problems else 0


if __name__ == "__main__":
    sys.exit(main())
