/** Markdown at the start of the documentation: quick start and overview. */
export const QUICK_START = `Multi-tenant, versioned data for protein engineering: loads, SQL at any version, undo and redo, and models that design variants.

## Quick start

1. Read the workspace's record: \`GET /v2/workspace:getRecord?name=protein-lab\`. Its \`region_api_url\` is the address of everything below \`/v2/workspace/protein-lab/\`.
2. Send \`Authorization: Bearer <ACCESS_TOKEN>\` with every request. \`GET /auth:apiStrategy\` names the identity provider that issues tokens; \`GET /auth:checkAuth\` says whether a token reaches a workspace.
3. Create a project, then a load with the columns of your table: \`POST project:create\`, \`POST data/load:create\`.
4. Upload files and load them: \`POST data/load:uploadFile\`, \`POST data/load:finalize\`. Ask \`GET data/load:get?wait_seconds=20\` until the load is \`COMPLETED\` or \`FAILED\`; its \`errors\` say what to correct.
5. Query: \`POST data:query\` with \`{"query": "SELECT * FROM variants", "format": "CSV"}\`.
6. Train models and design variants: \`POST task/train/v2:create\`, then \`POST task/engineer/v2:create\`. Ask \`GET task:get?wait_seconds=20\` until the task has ended; the designs are a table.

## Resources

| Resource | What it is |
|---|---|
| workspace | the data, projects and tasks of one organization; nothing is shared between workspaces |
| project, round | the work on one protein, and one cycle of measuring and designing in it |
| table, view | typed, versioned rows, and a query with a name |
| load | files that enter tables together; it can be undone and redone |
| task | a computation on the data, with its result as tables and artifacts |
| artifact | a report or a model that a task made |

An empty text is the same as null where a text is optional. Lists have \`items\` and a \`cursor\`; follow it until it is null. Every error has a \`detail\` that says what to do. A client that refuses unknown values of enumerations sends \`API-Compatibility: strict\`.

Operations below \`/v2/workspace/{workspace}\` are served at the workspace's regional URL; each path lists the URLs of both regions.`;
