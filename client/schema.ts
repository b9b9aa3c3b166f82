export interface paths {
    "/500": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Always raise an HTTP 500 error, to try out error handling */
        get: operations["raiseError"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth:apiStrategy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell a client how to log in */
        get: operations["getApiStrategy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth:checkAuth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the token reaches a workspace
         * @description If it does not, `can_reauth` says whether a token for the organization `org_id` would.
         */
        get: operations["checkAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/docs:authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send the caller to the documentation portal, logged in
         * @description Mints a login code for the caller and returns the portal's address with it in `code`. The portal redeems it once, within 60 s, at `POST /auth/docs:exchange`. Only the configured portal may be redirected to.
         */
        get: operations["authorizeDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/docs:exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a login code of the documentation portal
         * @description Called by the portal, with `Authorization: Bearer <the portal's secret>`. Returns the user who was sent there. A code is good once, and for 60 s.
         */
        post: operations["exchangeDocsCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This documentation, as a page */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/explorer.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The script of the documentation page */
        get: operations["getDocsScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/idp:addRadarAllowEntry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an entry to an allow list of the threat detection
         * @description It acts on the whole identity provider. An entry that is there already stays.
         */
        post: operations["addRadarAllowEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/idp:revokeSessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke all sessions of a user
         * @description Revokes the sessions of the caller, or of another user or a machine named by `user_id`, which is for platform staff. Tokens that were issued until then are refused, everywhere within 30 seconds; for a machine, which has no sessions, to the second.
         */
        post: operations["revokeSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/idp/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in an event of the identity provider
         * @description Signed by the header `idp-signature: t=<milliseconds>, v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>` under the shared secret; at most 180 s old. An event that was taken in before changes nothing. The second path exists only with the configured last segment.
         */
        post: operations["receiveIdpEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/idp/webhook/{_webhook_path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in an event of the identity provider
         * @description Signed by the header `idp-signature: t=<milliseconds>, v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>` under the shared secret; at most 180 s old. An event that was taken in before changes nothing. The second path exists only with the configured last segment.
         */
        post: operations["receiveIdpEventAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenAPI document of this service */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui/workspace:getOverview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the tasks of all workspaces by state
         * @description Over all regions. Workspaces that are being deleted count; deleted ones do not. Cancelled tasks are in none of the counts: `task:list?state=CANCELLED` of a workspace lists them.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui/workspace:recountTasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count all tasks and staged bytes, and report where the counters drifted
         * @description With `fix=true` the counters are set right. It reads every task and load: for operators, not for pages.
         */
        post: operations["recountTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ui/workspace:sweepObjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove objects that nothing can reach, or only count them
         * @description Starts a sweep of every workspace, and says how far it is when it is asked again with the same `run`. Only objects to which nothing has referred for a day are removed; with `dry_run=true`, none.
         */
        post: operations["sweepObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Those of the caller's organizations; all of them for platform staff. A user is known here from the first request or event on.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the caller's user */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the caller's user
         * @description A name of null, or an empty one, is again the one that the identity provider knows.
         */
        patch: operations["editMe"];
        trace?: never;
    };
    "/users/me/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the caller's picture
         * @description PNG, JPEG, WebP or GIF, recognized by its content, at most 4 MB. It replaces the previous one. Anyone who knows its address can see it.
         */
        post: operations["uploadMyPicture"];
        /**
         * Delete the caller's picture
         * @description If none was uploaded, nothing changes. The identity provider's picture shows again, if it has one.
         */
        delete: operations["deleteMyPicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's picture
         * @description The address is in `picture` of the user. It needs no token, and cannot be guessed. A picture is gone with its user.
         */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a workspace
         * @description It is `PROVISIONING` at first: poll `GET /v2/workspace:get` until it is `READY` or `FAILED`. Its data will exist only in its region (`EU` unless stated).
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a workspace
         * @description It is `DELETING` until its retention has passed (7 days unless configured otherwise); until then `:restore` takes the deletion back. Then all its data is removed for good, and its name is free. While it is `DELETING`, its operations answer 409 `workspace_deleting`.
         */
        post: operations["deleteWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace with its state
         * @description 403 for a workspace that the caller cannot reach, whether it exists or not.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:getRecord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the record of a workspace
         * @description `region_api_url` is the address of all its operations. 403 for a workspace that the caller cannot reach, whether it exists or not.
         */
        get: operations["getWorkspaceRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:listRecords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the records of the workspaces the caller has access to
         * @description Those of all organizations that the caller is a member of, whatever the token's organization. `include_deleted` adds those that are being deleted. `include_all` lists all workspaces of the platform, for staff only.
         */
        get: operations["listWorkspaceRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a workspace that is being deleted, or whose provisioning failed
         * @description A deletion is taken back until its retention has passed: the workspace is `READY` again if it had been ready, otherwise as it was before. A `FAILED` workspace is provisioned again under its name.
         */
        post: operations["restoreWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace:updateCapabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change what a workspace may do
         * @description Capabilities that are left out or null stay as they are.
         */
        post: operations["updateWorkspaceCapabilities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a file that is not uploaded
         * @description As `load:previewFile`, for a file that is not stored: as the part `file` of a form, or as the body itself, whatever its type. At most 4 MB: of a text, the first bytes are enough; workbooks and Parquet files can be previewed only as a whole, larger ones by `load:previewFile`. A text is taken for a whole file if it has less than 1,000,000 bytes, unless `size` says otherwise.
         */
        post: operations["previewData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data:query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a SQL query over the workspace's data
         * @description One `SELECT` in Trino's dialect over tables and views, or `SHOW TABLES`, `SHOW COLUMNS`, `DESCRIBE`, `EXPLAIN`; `information_schema` has tables of the tables. `FROM t FOR VERSION AS OF <version id>` reads one table as it was, as does `FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'`; the field `version_id` does so for the whole query. Where a query names them, tables have the columns `"$load_id"`, `"$file_id"` and `"$line"`, which say where a row comes from. With `project_id`, only rows of that project and its rounds are read. The response is an Arrow IPC stream, in which nested columns arrive as Struct and List, unless `format` or the header `Accept` asks for another format. A response that ends before its last chunk is incomplete.
         */
        post: operations["runQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/artifact:download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an artifact
         * @description The stored payload: a report as JSON or as a page (`format=html`), a model as a file. A page opens without network access.
         */
        get: operations["downloadArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/artifact:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an artifact */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/artifact:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artifacts
         * @description Reports and models that tasks produced. With `project_id`, those of the project and its rounds; with `round_id`, those of the round. Only one of the two may be given.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:addTable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a table in a data load
         * @description `table_ref` stands in the query, in the body, or in both if they agree. 409 in an archived project or round.
         */
        post: operations["addLoadTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a data load
         * @description The load is empty and `PENDING`: upload its files, then finalize it. `tables` states for each table the columns that its files bring; a table that does not exist is created when the load is committed, new columns extend one that does. At most 20 tables. `creates` marks the tables that would be created, and `warnings` names references that may be misspelt.
         */
        post: operations["createLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a data load that was never completed
         * @description Asynchronous and irreversible: the load is `DELETING` until it is gone. A load that was completed once can only be undone.
         */
        post: operations["deleteLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:downloadErrors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all problems of a data load as CSV
         * @description One row for each problem, without a limit: `file,line,column,value,reason`, in UTF-8 with a header. Of a `PENDING` load, what the checks at upload found; of a `FAILED` one, what its last attempt found; of a `COMPLETED` one, why rows were left out, as `bad_rows` says. Errors that concern no file have a reason only. Values are cut to 200 characters, their control characters are escaped (`\n`), and an apostrophe stands before a text that a spreadsheet would take for a formula. 409 while the load is `LOADING` or `DELETING`.
         */
        get: operations["downloadErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:downloadFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an uploaded file
         * @description Its bytes, exactly as they were uploaded.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize a data load: ingest its files in the background
         * @description The load is `LOADING`, with its `progress`, until all its files are ingested into all its tables at once (`COMPLETED`), or none of them is (`FAILED`, with `errors`). 409 in an archived project or round, and for a load that has expired (`expires_at`).
         */
        post: operations["finalizeLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a data load
         * @description Poll this until `state` is `COMPLETED` or `FAILED`; `progress` says how far it is, `errors` what went wrong. While it is `PENDING`, `warnings` says what may not be meant: files without a table, the same file twice, misspelt references.
         */
        get: operations["getLoad"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List data loads
         * @description With `project_id`, those of the project and its rounds; with `round_id`, those of the round. Only one of the two may be given.
         */
        get: operations["listLoadsByGet"];
        put?: never;
        /**
         * List data loads
         * @description With `project_id`, those of the project and its rounds; with `round_id`, those of the round. Only one of the two may be given.
         */
        post: operations["listLoads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:previewFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an uploaded file: what it is, and how it would be loaded
         * @description Reads a bounded part of the file, changes nothing, and says what the file is, which columns are proposed, what would fail, what is seldom meant (`warnings`, also where its columns look other than those of the load's first file for the same table), and with which `config` a load would take it. Types are proposed by up to 4 MB of a text, or 500,000 cells; `is_whole` says whether that was all. A config that is accepted loads what was read without errors, except for those in `problems`.
         */
        post: operations["previewFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redo a data load
         * @description Brings the rows of an undone load back. `is_active` becomes true once it is done.
         */
        post: operations["redoLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:removeFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an uploaded file from a data load
         * @description Only while the load is `PENDING`; irreversible. The file's errors and warnings go with it. 409 while another file names it as its `source_file_id`, and in an archived project or round.
         */
        post: operations["removeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a data load that failed, with its files as they are
         * @description For a load whose cause of failure lay outside its files: a table that was changed since, a limit, an internal error. It is `LOADING` again, by the rules of `load:finalize`: its tables are those that have its references now. 409 in an archived project or round.
         */
        post: operations["retryLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a data load
         * @description Removes the rows it brought from new versions of its tables; later loads stay, older versions still show the rows. `is_active` becomes false once it is done.
         */
        post: operations["undoLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:undoPreview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the undo or redo of a data load
         * @description What `load:undo` of an active load, or `load:redo` of an undone one, would change now: tables and rows, the later loads that stay, tasks that read the rows (they keep the data that they read), and views that read the tables. Nothing is changed.
         */
        get: operations["previewUndo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/load:uploadFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file into a data load
         * @description Streams the file to storage, at most 100 MB, without ingesting it. Header and shape are checked at once; what is wrong with them shows in the load's `errors`, and a file with the same bytes as an earlier one of the table in its `warnings`. The files of all PENDING and FAILED loads of a workspace may have 20 GB together; beyond that, 413 names both figures. `table_reference` names a table of the load; without it the file is kept but not ingested (for example a raw file that others refer to by `source_file_id`). 409 in an archived project or round.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a table or a view
         * @description It is inaccessible for regular operations and preserved for history; its reference can be used again. `warnings` names the views that read it. 409 for a table that a task created.
         */
        post: operations["archiveTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a table or a view
         * @description A `TABLE` needs `columns`. A `VIEW` needs `query`, one `SELECT` in Trino's dialect; its columns are inferred.
         */
        post: operations["createTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a table at two versions
         * @description Which loads and changes are between them, and how many rows each load added or removed; rows themselves are not compared. `from` and `to` are any versions of the workspace, of which `from` is the earlier one; `to` is the latest unless stated.
         */
        get: operations["diffTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a table or view
         * @description All its rows, of every project, as a file; also of an archived table. CSV, NDJSON and Parquet hold exactly the table's values, and loading such a file gives the same rows, but for rows without any value, which a load skips. `XLSX` holds at most 1,048,575 rows of 16,384 columns (400 beyond); whole numbers beyond 2^53, times finer than a millisecond and dates before March 1900 are texts in it, and an empty text is an empty cell. A response that ends before its last chunk is incomplete.
         */
        get: operations["downloadTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a table or view by its reference */
        get: operations["getTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:getById": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a table or view by its id
         * @description Also finds archived ones.
         */
        get: operations["getTableById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tables and views
         * @description `include_archived` adds archived ones, `include_internal` those that tasks created (`tasks.…`). With `project_id`, the tables that loads of the project or of its rounds name; its time grows with their number.
         */
        get: operations["listTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:listArchived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List archived tables that had a reference */
        get: operations["listArchivedTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:listVersions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a table
         * @description Every `id` can be used in `FOR VERSION AS OF` and as `version_id` of a query.
         */
        get: operations["listTableVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a SQL query over the workspace's data
         * @description One `SELECT` in Trino's dialect over tables and views, or `SHOW TABLES`, `SHOW COLUMNS`, `DESCRIBE`, `EXPLAIN`; `information_schema` has tables of the tables. `FROM t FOR VERSION AS OF <version id>` reads one table as it was, as does `FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'`; the field `version_id` does so for the whole query. Where a query names them, tables have the columns `"$load_id"`, `"$file_id"` and `"$line"`, which say where a row comes from. With `project_id`, only rows of that project and its rounds are read. The response is an Arrow IPC stream, in which nested columns arrive as Struct and List, unless `format` or the header `Accept` asks for another format. A response that ends before its last chunk is incomplete.
         */
        post: operations["runQueryAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a table or a view
         * @description Loads and versions go by the table's id: they are not affected. Views go by its reference: `warnings` names those that read it. 409 for a table that a task created.
         */
        post: operations["renameTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a table or a view
         * @description 409 if an active table has the same reference.
         */
        post: operations["unarchiveTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/table:update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a table or a view
         * @description `columns` is the whole list: columns can be added (as nullable ones) and made nullable; they cannot be removed, renamed, retyped or made non-nullable. A column without `metadata`, or without a field of it, keeps it; a field that is null is cleared. A view's `query` can change at will. A `key` that rows of the table do not have is a 409 with examples. 409 for a table that a task created.
         */
        post: operations["updateTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/data/version:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data versions of the workspace
         * @description Its whole history in order. With `table_id`, the versions of one table; with `project_id`, those that loads of this project made.
         */
        get: operations["listDataVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a project
         * @description Its data stays available; nothing new can be created in it.
         */
        post: operations["archiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a project
         * @description A project organizes the work on one protein or goal. Data is isolated per project.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a project
         * @description 422 if it is not archived.
         */
        post: operations["unarchiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/project:update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a project
         * @description A field left out stays as it is; `null` clears description or modality.
         */
        post: operations["updateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a round
         * @description Its data stays available; nothing new can be created in it.
         */
        post: operations["archiveRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a round
         * @description A round organizes the experiments inside a project.
         */
        post: operations["createRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a round */
        get: operations["getRound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rounds
         * @description With `project_id`, the rounds of that project, else of the whole workspace. `include_archived` also includes rounds in archived projects.
         */
        get: operations["listRounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a round
         * @description 422 if it is not archived.
         */
        post: operations["unarchiveRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/round:update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update name and description of a round
         * @description A description left out stays as it is, `null` clears it. A round stays in its project.
         */
        post: operations["updateRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a task
         * @description It is hidden from regular listings; what it produced stays.
         */
        post: operations["archiveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task
         * @description It is CANCELLED at once and leaves no results. 409 for a task that has ended: it may end before the request arrives.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task with its state and result
         * @description With `wait_seconds`, the answer comes when the task has ended, or after that time, whatever its state is then: so a client learns of the end at once, with few requests.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:getByIdempotencyKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the task of an idempotency key
         * @description The task that was created with the key in exactly this context: with `project_id`, in the project; with `round_id`, in the round; with neither, in the workspace. 404 if no task of the context has the key.
         */
        get: operations["getTaskByIdempotencyKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description With `project_id`, those of the project and its rounds; with `round_id`, those of the round. Only one of the two may be given.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a failed or cancelled task go on
         * @description From its last checkpoint, on the data versions that it had pinned; what failed before that reads its data anew. 403 for a task that generates variants, where the workspace may not. 409 in an archived project or round.
         */
        post: operations["recoverTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a task
         * @description 422 if it is not archived.
         */
        post: operations["unarchiveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task:update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a task's name, description or idempotency key
         * @description The key can be set only if the task has none. 409 in an archived project or round.
         */
        post: operations["updateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task/analyze.data/v1:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a data set (first version)
         * @deprecated
         * @description A report on the measurements: distributions, replicates, batches, positions, the best and the worst variants, and whether a model can learn from them. Superseded by analyze.data/v2.
         */
        post: operations["createAnalyzeDataV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task/analyze.data/v2:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a data set
         * @deprecated
         * @description A report on the measurements: distributions, replicates, batches, positions, the best and the worst variants, and whether a model can learn from them. Deprecated in favour of real-time analysis in the web application; it goes on working.
         */
        post: operations["createAnalyzeDataV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task/diversify/v2:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate diverse plausible variants
         * @description From a template, under a sampler, without assay data: recommended when scorers have a rank correlation below 0.3 or a p-value above 0.05. Requirements and the numbers of mutations hold for every design. Position 1 of a template that starts with M is not mutated unless `allow_start_mutation` is true. Discouraged ranges are mutated in fewer designs; nothing is forbidden by them.
         */
        post: operations["createDiversify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task/engineer/v2:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate improved variants
         * @description From a template, guided by a trained scorer towards an objective, within constraints. Requirements and the numbers of mutations hold for every design. Position 1 of a template that starts with M is not mutated unless `allow_start_mutation` is true. Discouraged ranges are mutated in fewer designs; nothing is forbidden by them.
         */
        post: operations["createEngineer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workspace/{workspace}/task/train/v2:create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Train models on measurements
         * @description A sampler (which sequences are plausible) and a scorer (what an assay will say of a sequence), with a report on how well the scorer predicts. Where its rank correlation is below 0.3 or its p-value above 0.05, use diversify rather than engineer. The data are given in either of two forms: `{"dataset": …, "reference": {"monomer": …}, "assays": […], "homologs": …}`, or `{"data": {"kind": "HOMOLOGS", "homologs": …, "dataset": …}, "assays": […], "primary_objective": {"assay_id": …, "direction": …}}`, without homologs `{"kind": "DATASET", "dataset": …}`; there, `reference` is the first row of the dataset unless stated.
         */
        post: operations["createTrain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Artifact: {
            context: components["schemas"]["Context"];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            /** @description Its summary and key figures; `:download` gives all of it */
            data: Record<string, never>;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            producer: {
                /** @constant */
                kind: "TASK";
                /** Format: int64 */
                task_id: string;
            };
            /** @description Type of the artifact, with the version of its format */
            type: components["schemas"]["ArtifactType"];
        };
        /** @enum {string} */
        ArtifactType: "report/v1" | "model.sampler/v1" | "model.scorer/v1";
        Column: {
            /** @description The fields of a STRUCT */
            columns?: components["schemas"]["Column"][];
            /** @description Type of the items of an ARRAY */
            item_type?: components["schemas"]["ItemType"];
            metadata: {
                deprecated: boolean;
                /** @description What the values mean, with their unit; null if it is not stated */
                description: string | null;
                /**
                 * @description What sequences it holds; absent where it holds none
                 * @enum {string}
                 */
                kind?: "AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE";
            };
            /** @description In a data load: words that mean that a value of this column is missing */
            missing_values?: string[];
            name: string;
            /** @description Whether a row may have no value */
            nullable: boolean;
            /** @description In a data load: the name of the file's column, if it differs */
            source_name?: string;
            type: components["schemas"]["ColumnType"];
        };
        ColumnInput: {
            /** @description The fields of a STRUCT; only there, and needed there */
            columns?: components["schemas"]["ColumnInput"][] | null;
            /** @description Type of the items of an ARRAY; required for it, and for it only */
            item_type?: components["schemas"]["ItemTypeInput"] | null;
            metadata?: {
                /** @description Whether to stop using it; false unless stated */
                deprecated?: boolean | null;
                /** @description What the values mean, with their unit; null unless stated */
                description?: string | null;
                /** @description What sequences a STRING column or an ARRAY of STRING holds, by which its values are checked: `AMINO_ACIDS`, `ALIGNED` (amino acids with `-` and `.` as gaps, and insertions in lower case), `DNA`, `RNA`, or `NONE` for any text. `AMINO_ACIDS` unless stated if the column is called `sequence` or `…_sequence` (an ARRAY also `sequences` or `…_sequences`) */
                kind?: ("AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE") | null;
            } | null;
            /** @description In a data load: words that mean that a value of this column is missing, besides those of the table */
            missing_values?: string[] | null;
            name: string;
            /** @description Whether a row may have no value; true unless stated */
            nullable?: boolean | null;
            /** @description In a data load: the name of the file's column, if it differs. In CSV, TSV and XLSX, `rep1 (column 3)` is the third column of a header in which `rep1` stands several times, and `column 4` the fourth one, which has no name */
            source_name?: string | null;
            type: components["schemas"]["ColumnType"];
        };
        /** @enum {string} */
        ColumnType: "BOOL" | "INT64" | "FLOAT64" | "STRING" | "DATE" | "TIMESTAMP" | "STRUCT" | "ARRAY";
        Context: {
            /** @constant */
            kind: "WORKSPACE";
        } | {
            /** @constant */
            kind: "PROJECT";
            /** Format: int64 */
            project_id: string;
        } | {
            /** @constant */
            kind: "ROUND";
            /** Format: int64 */
            project_id: string;
            /** Format: int64 */
            round_id: string;
        };
        CurrentUser: {
            /** @description `<id>@machine.invalid` for machines */
            email: string;
            /**
             * @description True for platform staff, who create workspaces; absent for everybody else
             * @constant
             */
            is_staff?: true;
            last_sign_in_at: string | null;
            /** @description Name that the user chose; otherwise that of the identity provider */
            name: string;
            /** @description An address without login */
            picture: string | null;
            picture_file_id: string | null;
            /**
             * @default user
             * @constant
             */
            type: "user";
            /** @description The id at the identity provider */
            user_id: string;
            /** @enum {string} */
            user_type: "USER" | "M2M";
        };
        Error: {
            /** @description Stable, in snake_case, for programs */
            code: string;
            /** @description A sentence that a person can act on */
            detail: string;
            /** @description Finds the request in the service's log */
            error_id: string;
            /** @description Place in the SQL of the request that the sentence names; both count from 1 */
            position?: {
                column: number;
                line: number;
            };
        };
        /** @enum {string} */
        FileFormat: "CSV" | "TSV" | "XLSX" | "PARQUET" | "NDJSON";
        FilePreview: {
            columns: components["schemas"]["PreviewColumn"][];
            compression: ("GZIP" | "ZIP") | null;
            /** @description Configuration of a table that `load:create` takes as it is; null if the file cannot be loaded */
            config: components["schemas"]["LoadTableInput"] | null;
            /** @description Of CSV and TSV: the sign before decimals */
            decimal: string | null;
            /** @description Of CSV and TSV: what separates the cells */
            delimiter: string | null;
            /** @description Of a text: `UTF-8`, `UTF-16` or `WINDOWS-1252` */
            encoding: string | null;
            /** @description Null if it is no file that can be loaded */
            format: components["schemas"]["FileFormat"] | null;
            /** @description Line or row with the names of the columns, from 1 */
            header_row: number | null;
            /** @description Whether the whole file was read; otherwise later rows may have other values */
            is_whole: boolean;
            /** @description Those of all columns */
            missing_values: string[];
            /** @description What would fail in the part that was read if it were loaded with `config`, as in a load's `errors` */
            problems: string[];
            /** @description The first 20 rows as texts of at most 200 characters; null for an empty cell */
            rows: (string | null)[][];
            /** @description Number of rows by which types were proposed */
            rows_read: number;
            /** @description Sheets of a workbook, in their order */
            sheets: components["schemas"]["PreviewSheet"][];
            /** @description What could be loaded in the part that was read, and is seldom meant: mutations that contradict sequences, repeated keys, replicates that are copies, sequences unlike the others, such as those of summary rows, rows that are struck through, … */
            warnings: string[];
        };
        HTTPValidationError: {
            detail: components["schemas"]["ValidationError"][];
        };
        ItemType: {
            /** @description The fields of a STRUCT */
            columns?: components["schemas"]["Column"][];
            /** @description Type of the items of an ARRAY */
            item_type?: components["schemas"]["ItemType"];
            /** @description Whether a row may have no value */
            nullable: boolean;
            type: components["schemas"]["ColumnType"];
        };
        ItemTypeInput: {
            /** @description The fields of a STRUCT; only there, and needed there */
            columns?: components["schemas"]["ColumnInput"][] | null;
            /** @description Type of the items of an ARRAY; required for it, and for it only */
            item_type?: components["schemas"]["ItemTypeInput"] | null;
            /** @description Whether a row may have no value; true unless stated */
            nullable?: boolean | null;
            type: components["schemas"]["ColumnType"];
        };
        Load: {
            context: components["schemas"]["Context"];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            /** @description Present if it was given at the creation */
            description?: string | null;
            /** @description Sentences that say what to fix: one for each file, column and reason, with a value, the number of cells and the first lines. At most 100, and how many problems more; `load:downloadErrors` has each of them */
            errors: string[];
            /**
             * Format: date-time
             * @description Present while the load is PENDING: 7 days after its last change (its creation, or a table or file that was added or removed). It can then no longer be finalized, and is removed with its files
             */
            expires_at?: string;
            files: components["schemas"]["LoadFile"][];
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            /** @description False once the load is undone */
            is_active: boolean;
            /** @description Number of all problems; present if there are any */
            problem_count?: number;
            /** @description How far the work on the load is; present while it is LOADING */
            progress?: components["schemas"]["LoadProgress"];
            /** @description Number of rows that were left out because they could not be read, as `bad_rows` says; present once it was COMPLETED, if there are any. `load:downloadErrors` says why */
            rows_left_out?: number;
            state: components["schemas"]["LoadState"];
            /** @description Tables by their references */
            tables: {
                [key: string]: components["schemas"]["LoadTable"];
            };
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
            /** @description Problems that did not stop the load, but should be checked; only where there are any */
            warnings?: string[];
        };
        LoadAddTable: {
            config: components["schemas"]["LoadTableInput"];
            /** @description May be left out if `table_ref` is in the query; the same as there */
            table_ref?: string | null;
        };
        LoadContext: {
            /** @constant */
            kind: "PROJECT";
            /**
             * Format: int64
             * @description The id of a project; a JSON number is accepted as well
             */
            project_id: string;
        } | {
            /** @constant */
            kind: "ROUND";
            /**
             * Format: int64
             * @description The id of a round; a JSON number is accepted as well
             */
            round_id: string;
        };
        LoadCreate: {
            context: components["schemas"]["LoadContext"];
            /** @description What the load brings, for the people who read it; at most 2,000 characters */
            description?: string | null;
            tables?: {
                [key: string]: components["schemas"]["LoadTableInput"];
            } | null;
        };
        LoadFile: {
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that uploaded it */
            created_by: string;
            description: string | null;
            /** @description Its name, as uploaded; problems are reported under it */
            filepath: string;
            /** Format: int64 */
            id: string;
            /** @description Number of its rows; present for a file of a table once the load was COMPLETED */
            rows?: number;
            /** @description Size in bytes */
            size: number;
            /** @description The file of the same load that it was made from */
            source_file_id: string | null;
            /** @description The table of the load that its rows go to; null for a file that is only kept */
            table_reference: string | null;
        };
        LoadProgress: {
            /** @description Bytes of these files in all */
            bytes: number;
            /** @description Bytes that are read */
            bytes_done: number;
            /** @description Files of tables in all */
            files: number;
            /** @description Files of tables that are read */
            files_done: number;
            /**
             * @description `WAITING` until the first file is read, `READING` until all are, then `COMMITTING`; an undo or a redo is `COMMITTING` only
             * @enum {string}
             */
            phase: "WAITING" | "READING" | "COMMITTING";
            /** @description Rows that are read */
            rows_done: number;
        };
        /** @enum {string} */
        LoadState: "PENDING" | "LOADING" | "DELETING" | "COMPLETED" | "FAILED";
        LoadTable: {
            /**
             * @description Whether a row that cannot be read keeps the whole load from being loaded (`REFUSE`, unless stated) or is left out (`SKIP`). `rows_left_out` of the load counts them, `load:downloadErrors` says why. A file without any other row is an error, and one with more than 100,000 such rows
             * @enum {string}
             */
            bad_rows?: "REFUSE" | "SKIP";
            columns: components["schemas"]["Column"][];
            /**
             * @description Present if there is no such table: the load creates it
             * @constant
             */
            creates?: true;
            /**
             * @description CSV and TSV: the sign before decimals; a point unless stated. Numbers in JSON have a point
             * @enum {string}
             */
            decimal?: "." | ",";
            /**
             * @description What becomes of a FLOAT64 column that the existing table has as INT64: the load is refused (`REFUSE`, unless stated), or the values go into a column of their own, `…_decimal` (`NEW_COLUMN`). No column changes its type; a warning of the load has the query of a view that joins both
             * @enum {string}
             */
            decimals?: "REFUSE" | "NEW_COLUMN";
            /**
             * @description CSV and TSV: what separates the cells of a row; a comma in CSV and a tab in TSV unless stated
             * @enum {string}
             */
            delimiter?: "," | ";" | "\t" | "|";
            /**
             * @description CSV, TSV and NDJSON: how characters are written; UTF-8 unless stated. Latin-1 is read as WINDOWS-1252
             * @enum {string}
             */
            encoding?: "UTF-8" | "UTF-16" | "WINDOWS-1252";
            format: components["schemas"]["FileFormat"];
            /** @description CSV, TSV and XLSX: the line or row with the names of the columns, counted from 1; what is above it is skipped */
            header_row?: number;
            /** @description Names of columns of the files that are not wanted; an empty name for columns without one, `rep1 (column 3)` for one of several of the same name, and `["*"]` for all that `columns` does not name */
            ignored_columns?: string[];
            /**
             * @description XLSX: whether merged cells are an error (`REFUSE`, unless stated), all have the value of the first one (`FILL`), or only the first one has it (`FIRST`)
             * @enum {string}
             */
            merged_cells?: "REFUSE" | "FILL" | "FIRST";
            /** @description Words that mean that a value is missing, in every column, ignoring case and the space around them; at most 50 of 100 characters */
            missing_values?: string[];
            /** @description Number of rows that the load brought to the table; present once it was COMPLETED */
            rows?: number;
            /**
             * @description Whether a sequence in lower case, with space around it or with a stop (`*`) at its end is an error (`EXACT`, unless stated), or read in capitals and without these (`NORMALIZE`). Aligned sequences keep their case
             * @enum {string}
             */
            sequences?: "EXACT" | "NORMALIZE";
            /** @description XLSX: the sheet by its name, or by its number counted from 1; needed where several sheets have cells */
            sheet?: string | number;
            /**
             * @description CSV and TSV: whether a row with fewer cells than the header is an error (`REFUSE`, the default) or has empty cells at its end (`FILL`), as some programs write it. A row with a single cell stays an error
             * @enum {string}
             */
            short_rows?: "REFUSE" | "FILL";
            /** @description Null until the table is found or created */
            table_id: string | null;
            /**
             * @description Whether a time that is finer than a microsecond is an error (`EXACT`, unless stated) or rounded half up (`ROUND`)
             * @enum {string}
             */
            times?: "EXACT" | "ROUND";
        };
        LoadTableInput: {
            bad_rows?: ("REFUSE" | "SKIP") | null;
            /** @description The columns that the files bring */
            columns: components["schemas"]["ColumnInput"][];
            decimal?: ("." | ",") | null;
            decimals?: ("REFUSE" | "NEW_COLUMN") | null;
            delimiter?: ("," | ";" | "\t" | "|") | null;
            encoding?: ("UTF-8" | "UTF-16" | "WINDOWS-1252") | null;
            /** @description Format of all its files; CSV unless stated */
            format?: components["schemas"]["FileFormat"] | null;
            header_row?: number | null;
            ignored_columns?: string[] | null;
            merged_cells?: ("REFUSE" | "FILL" | "FIRST") | null;
            missing_values?: string[] | null;
            sequences?: ("EXACT" | "NORMALIZE") | null;
            sheet?: (string | number) | null;
            short_rows?: ("REFUSE" | "FILL") | null;
            times?: ("EXACT" | "ROUND") | null;
        };
        /** @description Kind of protein of the project */
        Modality: {
            /** @enum {string} */
            kind: "ENZYME" | "ANTIBODY" | "PEPTIDE" | "OTHER";
        };
        PreviewColumn: {
            /** @description Sequences that it holds, by its values; `NONE` for a column called `sequence` that holds others */
            kind: ("AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE") | null;
            /** @description Words in it that seem to mean that a value is missing, such as `n.d.` */
            missing_values: string[];
            /** @description Proposed name in SQL; null for a column that is left out */
            name: string | null;
            /** @description Whether a value is missing in the part that was read */
            nullable: boolean;
            /** @description Name by which a load finds it in the file: its own, or one with its place, such as `rep1 (column 3)` or `column 4`, if that is empty or stands twice */
            source_name: string;
            /** @description Proposed type; null for a column that is left out */
            type: components["schemas"]["ColumnType"] | null;
            /** @description Why it is text although its values look like numbers, times or sequences, why its sequences are not checked (`NONE`), which digits a number loses, or why it is left out; null otherwise */
            type_reason: string | null;
            /** @description Unit that the header states in brackets, or the row below it */
            unit: string | null;
        };
        PreviewSheet: {
            /** @description Whether the preview shows it, and `config` names it */
            chosen: boolean;
            hidden: boolean;
            name: string;
        };
        Project: {
            /** @description Null while it is active */
            archived_at: string | null;
            /** @description The id of the user or machine that archived it */
            archived_by: string | null;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            description: string | null;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            modality: components["schemas"]["Modality"] | null;
            name: string;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
        };
        ProjectCreate: {
            description?: string | null;
            modality?: components["schemas"]["Modality"] | null;
            /** @description 1 to 64 characters without white space */
            name: string;
        };
        ProjectUpdate: {
            description?: string | null;
            modality?: components["schemas"]["Modality"] | null;
            name?: string | null;
        };
        ReleasedTable: {
            /** @description Null while it is active */
            archived_at: string | null;
            /** @description The id of the user or machine that archived it */
            archived_by: string | null;
            /** @description Size of the files with these rows, in bytes; absent for a VIEW */
            bytes?: number;
            columns: components["schemas"]["Column"][];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            description: string | null;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            /** @description Columns whose values together belong to one row only, of all projects; a row in which one of them is missing is not compared */
            key?: string[];
            /**
             * @description What happens to a load with a key twice, or with one that another active load has brought: ERROR fails it, WARN lets it pass with a warning
             * @enum {string}
             */
            key_rule?: "ERROR" | "WARN";
            /** @enum {string} */
            kind: "TABLE" | "VIEW";
            /** @description `SELECT` of a VIEW */
            query?: string;
            /** @description Its name in SQL, unique ignoring case */
            reference: string;
            /** @description Rows of a TABLE in its latest version, of all projects; absent for a VIEW */
            rows?: number;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
            /**
             * Format: int64
             * @description Its latest version
             */
            version_id: string;
            /** @description Names the active views that read it, which cannot be read any more; empty if there are none */
            warnings: string[];
        };
        Round: {
            /** @description Null while it is active */
            archived_at: string | null;
            /** @description The id of the user or machine that archived it */
            archived_by: string | null;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            description: string | null;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            name: string;
            /** Format: int64 */
            project_id: string;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
        };
        RoundCreate: {
            description?: string | null;
            name: string;
            /**
             * Format: int64
             * @description The id of a project; a JSON number is accepted as well
             */
            project_id: string;
        };
        RoundUpdate: {
            description?: string | null;
            name: string;
            /**
             * Format: int64
             * @description The id of a project; a JSON number is accepted as well
             */
            project_id: string;
        };
        Table: {
            /** @description Null while it is active */
            archived_at: string | null;
            /** @description The id of the user or machine that archived it */
            archived_by: string | null;
            /** @description Size of the files with these rows, in bytes; absent for a VIEW */
            bytes?: number;
            columns: components["schemas"]["Column"][];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            description: string | null;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            /** @description Columns whose values together belong to one row only, of all projects; a row in which one of them is missing is not compared */
            key?: string[];
            /**
             * @description What happens to a load with a key twice, or with one that another active load has brought: ERROR fails it, WARN lets it pass with a warning
             * @enum {string}
             */
            key_rule?: "ERROR" | "WARN";
            /** @enum {string} */
            kind: "TABLE" | "VIEW";
            /** @description `SELECT` of a VIEW */
            query?: string;
            /** @description Its name in SQL, unique ignoring case */
            reference: string;
            /** @description Rows of a TABLE in its latest version, of all projects; absent for a VIEW */
            rows?: number;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
            /**
             * Format: int64
             * @description Its latest version
             */
            version_id: string;
        };
        TableCreate: {
            /** @description Columns of a TABLE; required for it */
            columns?: components["schemas"]["ColumnInput"][] | null;
            description?: string | null;
            /** @description Columns whose values together belong to one row only, of all projects; a row in which one of them is missing is not compared. No key unless stated; null removes it in an update */
            key?: string[] | null;
            /** @description What happens to a load with a key twice, or with one that another active load has brought: ERROR fails it, WARN lets it pass with a warning. ERROR unless stated */
            key_rule?: ("ERROR" | "WARN") | null;
            /** @description TABLE unless stated */
            kind?: ("TABLE" | "VIEW") | null;
            /** @description `SELECT` of a VIEW, from which its columns follow; required for it */
            query?: string | null;
            /** @description A name in SQL: letters, digits and underscores, no digit and no two underscores first, at most 128 characters; not `tasks` or `information_schema` */
            reference: string;
        };
        TableDiff: {
            /** @description The versions of the table after `from` up to `to`, the oldest first; at most 100 */
            changes: components["schemas"]["Version"][];
            /** @description Columns of `to` that `from` does not have */
            columns_added: string[];
            from: {
                bytes: number;
                /**
                 * Format: date-time
                 * @description UTC, in milliseconds
                 */
                created_at: string;
                rows: number;
                /**
                 * Format: int64
                 * @description The table's own version at this point of the history
                 */
                version_id: string;
            };
            /** @description The loads whose rows differ, the oldest first; at most 1000 */
            loads: {
                /** Format: int64 */
                load_id: string;
                rows_added: number;
                rows_removed: number;
            }[];
            /** @description Whether there are further ones, which `table:listVersions` lists */
            more_changes: boolean;
            /** @description How many further loads have rows that differ */
            more_loads: number;
            reference: string;
            /** @description Rows of `to` that `from` does not have */
            rows_added: number;
            /** @description Rows of `from` that `to` does not have */
            rows_removed: number;
            /** Format: int64 */
            table_id: string;
            to: {
                bytes: number;
                /**
                 * Format: date-time
                 * @description UTC, in milliseconds
                 */
                created_at: string;
                rows: number;
                /**
                 * Format: int64
                 * @description The table's own version at this point of the history
                 */
                version_id: string;
            };
        };
        TableUpdate: {
            /** @description All columns of a TABLE */
            columns?: components["schemas"]["ColumnInput"][] | null;
            description?: string | null;
            /** @description Columns whose values together belong to one row only, of all projects; a row in which one of them is missing is not compared. No key unless stated; null removes it in an update */
            key?: string[] | null;
            /** @description What happens to a load with a key twice, or with one that another active load has brought: ERROR fails it, WARN lets it pass with a warning. ERROR unless stated */
            key_rule?: ("ERROR" | "WARN") | null;
            /** @description The present kind; it cannot be changed */
            kind?: ("TABLE" | "VIEW") | null;
            /** @description `SELECT` of a VIEW, from which its columns follow */
            query?: string | null;
        };
        Task: {
            /** @description Null while it is active */
            archived_at: string | null;
            /** @description The id of the user or machine that archived it */
            archived_by: string | null;
            context: components["schemas"]["Context"];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            /** @description The data load that holds its result rows */
            data_load_id: string | null;
            /** @description Snapshot id of each table source in its parameters, by its path in them, such as `dataset` or `data.homologs`. SQL reads the rows as the task read them: `snapshots.id_<id>`. Empty until the data has been read */
            data_snapshots: {
                [key: string]: string;
            };
            /** @description Version of each table that it read, by reference */
            data_versions: {
                [key: string]: string;
            };
            description: string | null;
            display_name: string | null;
            /** @description When it was completed, failed or cancelled */
            ended_at: string | null;
            /** @description Why it failed: sentences that say what to change, or that the failure was ours */
            errors: string[];
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            idempotency_key: string | null;
            /** @description As given at creation. Where they have more than 64 KB, `num_rows` stands for the rows that the request listed */
            parameters: {
                [key: string]: unknown;
            };
            /** @description How far it is, for every type alike; null once it has failed or was cancelled */
            progress: {
                /** @description Estimated share of the work that is done, from 0 to 1 */
                fraction: number;
                /** @description Steps of the phase; a SEARCH may end before the last one */
                num_steps: number | null;
                /** @enum {string} */
                phase: "QUEUED" | "READING" | "ANALYSIS" | "SAMPLER" | "SCORER" | "SEARCH" | "REPORT" | "DONE";
                /** @description Steps of the phase that are done; null if it has none */
                step: number | null;
            } | null;
            /** @description Ids of what it made; null until it is COMPLETED. The task's `type` tells its shape */
            result: {
                /** @description The report as an artifact */
                report: {
                    /** Format: int64 */
                    artifact_id: string;
                };
            } | {
                /** @description The trained models as artifacts */
                models: {
                    /** @description The sampler that prefers what has high values; null where there is none */
                    conditioned_sampler: {
                        /** Format: int64 */
                        artifact_id: string;
                    } | null;
                    /** @constant */
                    kind: "MONOMER";
                    /** @description The model of plausible sequences */
                    sampler: {
                        /** Format: int64 */
                        artifact_id: string;
                    };
                    /** @description The model of the assays; null where there is none */
                    scorer: {
                        /** Format: int64 */
                        artifact_id: string;
                    } | null;
                };
                /** @description The report as an artifact */
                report: {
                    /** Format: int64 */
                    artifact_id: string;
                };
            } | {
                /** @description The report as an artifact */
                report: {
                    /** Format: int64 */
                    artifact_id: string;
                };
                /** @description The designs: the reference of their table */
                selected_assemblies: {
                    table: string;
                };
            } | null;
            /** @description When its data was pinned and its work began; null before that. Again when it is recovered */
            started_at: string | null;
            state: components["schemas"]["TaskState"];
            /** @description How far it has come; depends on the type. Null for an analysis, and for a training once it has ended. diversify and engineer: all of `step`, `num_candidates_generated`, `num_candidates_unique`, `num_candidates_filtered`, `num_candidates_rejected`, `num_candidates_selected` and `target_num_candidates` from the moment the task is EXECUTING, and `beam_stability` or `population_stability` once it has searched; they stay when it fails */
            status_details: {
                [key: string]: unknown;
            } | null;
            type: components["schemas"]["TaskType"];
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
        };
        /** @enum {string} */
        TaskState: "INIT" | "EXECUTING" | "COMPLETED" | "FAILED" | "CANCELLED";
        /** @enum {string} */
        TaskType: "analyze.data/v1" | "analyze.data/v2" | "train/v2" | "diversify/v2" | "engineer/v2";
        TaskUpdate: {
            description?: string | null;
            display_name?: string | null;
            /** @description Can be set where the task has none */
            idempotency_key?: string | null;
        };
        UndoPreview: {
            /**
             * @description UNDO of an active load: its rows would go; REDO of an undone one: they would come back
             * @enum {string}
             */
            action: "UNDO" | "REDO";
            /** @description Loads that brought rows to these tables later and are active: they stay as they are; at most 1000 */
            later_loads: {
                /**
                 * Format: date-time
                 * @description UTC, in milliseconds
                 */
                created_at: string;
                created_by: string;
                /** Format: int64 */
                load_id: string;
                tables: {
                    rows: number;
                    /** Format: int64 */
                    table_id: string;
                }[];
            }[];
            /** Format: int64 */
            load_id: string;
            /** @description How many further ones there are */
            more_later_loads: number;
            /** @description Whether older tasks were not looked at, because there are more than 1000 */
            more_tasks: boolean;
            /** @description The tables that would get a new version */
            tables: {
                /** @description Null while it is active */
                archived_at: string | null;
                reference: string;
                /** @description Rows of the load that would go or come back */
                rows: number;
                rows_after: number;
                /** @description Rows of the table now */
                rows_before: number;
                /** Format: int64 */
                table_id: string;
            }[];
            /** @description Tasks that read tables with rows of the load, the newest first. They keep the data that they read, and their results; a new task like them would read other rows */
            tasks: {
                display_name: string | null;
                /** @description Names of its inputs that read rows of the load */
                inputs: string[];
                state: components["schemas"]["TaskState"];
                /** Format: int64 */
                task_id: string;
                type: components["schemas"]["TaskType"];
            }[];
            /** @description Views that read these tables, directly or through other views */
            views: {
                reference: string;
                /** Format: int64 */
                table_id: string;
            }[];
        };
        User: {
            /** @description `<id>@machine.invalid` for machines */
            email: string;
            last_sign_in_at: string | null;
            /** @description Name that the user chose; otherwise that of the identity provider */
            name: string;
            /** @description An address without login */
            picture: string | null;
            picture_file_id: string | null;
            /**
             * @default user
             * @constant
             */
            type: "user";
            /** @description The id at the identity provider */
            user_id: string;
            /** @enum {string} */
            user_type: "USER" | "M2M";
        };
        UserUpdate: {
            /** @description New name; null or an empty text restores that of the identity provider */
            name?: string | null;
        };
        ValidationError: {
            ctx?: Record<string, never>;
            /** @description The invalid input, shortened if it is long */
            input?: unknown;
            /** @description Location of the problem: `query` or `body`, then names and positions */
            loc: (string | number)[];
            /** @description A sentence that a person can act on */
            msg: string;
            /** @description Stable, in snake_case, for programs */
            type: string;
        };
        Version: {
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that made it */
            created_by: string;
            /** Format: int64 */
            id: string;
            kind: components["schemas"]["VersionKind"];
            /**
             * Format: int64
             * @description The data load, for LOAD, UNDO_LOAD and REDO_LOAD
             */
            load_id?: string;
            /** @description The tables that it changed, with their references */
            tables: {
                reference: string;
                /** @description Rows of the table in this version, of all projects; absent for a view */
                rows?: number;
                /** @description Rows that this version added to those of the table's version before */
                rows_added?: number;
                /** @description Rows of the table's version before that this one no longer has */
                rows_removed?: number;
                /** Format: int64 */
                table_id: string;
            }[];
        };
        /** @enum {string} */
        VersionKind: "TABLE_CREATE" | "TABLE_UPDATE" | "TABLE_RENAME" | "TABLE_ARCHIVE" | "TABLE_UNARCHIVE" | "LOAD" | "UNDO_LOAD" | "REDO_LOAD";
        Workspace: {
            capabilities: {
                /** @description Whether tasks may design new variants */
                can_generate_variants: boolean;
            };
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            display_name: string;
            /** @description Why provisioning failed, in sentences */
            errors: string[];
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            /** @description Technical cause of each of `errors`; shown to platform staff only */
            internal_error_details?: (string | null)[];
            name: string;
            picture_file_id: string | null;
            /**
             * @description Only a READY workspace serves its members
             * @enum {string}
             */
            state: "PROVISIONING" | "DELETING" | "READY" | "FAILED";
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
        };
        WorkspaceCapabilityChanges: {
            /** @description Whether tasks may design new variants */
            can_generate_variants?: boolean | null;
        };
        WorkspaceCreate: {
            capabilities?: components["schemas"]["WorkspaceCapabilityChanges"] | null;
            /** @description For people; 1 to 200 characters */
            display_name: string;
            /** @description Lower-case letters, digits and hyphens, a letter or digit first and last; unique on the platform */
            name: string;
            /** @description Only region in which its data is stored; EU unless stated */
            region?: ("EU" | "US") | null;
        };
        WorkspaceRecord: {
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            created_at: string;
            /** @description The id of the user or machine that created it */
            created_by: string;
            deleted_at: string | null;
            deleted_by: string | null;
            /**
             * Format: int64
             * @description A whole number below 2^53; later resources have larger ids
             */
            id: string;
            /** @description The organization, at the identity provider, whose members may use it */
            idp_org_id: string | null;
            name: string;
            /** @enum {string} */
            region: "EU" | "US";
            /**
             * Format: uri
             * @description The address of all operations of this workspace
             */
            region_api_url: string;
            /**
             * Format: date-time
             * @description UTC, in milliseconds
             */
            updated_at: string;
            /** @description The id of the user or machine that changed it last */
            updated_by: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    raiseError: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getApiStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The address of the web application */
                        app_url: string;
                        /** @description The address of the identity provider */
                        auth_api_url: string;
                        client_id: string;
                        /** @constant */
                        strategy: "idp";
                    };
                };
            };
        };
    };
    checkAuth: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                workspace: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        authorized: true;
                    } | {
                        /** @constant */
                        authorized: false;
                        /** @description Whether a token for `org_id` would reach it */
                        can_reauth: boolean;
                        org_id: string | null;
                    };
                };
            };
        };
    };
    authorizeDocs: {
        parameters: {
            query?: {
                /** @description An address of the portal; its first page unless stated */
                redirect_url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address to send the caller's browser to */
                        redirect_url: string;
                    };
                };
            };
        };
    };
    exchangeDocsCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that renders /openapi.json */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getDocsScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script of the page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
        };
    };
    addRadarAllowEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entry: string;
                    /** @enum {string} */
                    type: "ip_address" | "domain" | "email" | "device" | "user_agent" | "device_fingerprint";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @default Success */
                        detail: string;
                    };
                };
            };
        };
    };
    revokeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The caller where it is left out; another user by platform staff only */
                    user_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many sessions there were to revoke; for a machine 1 where it was used since its tokens were last revoked, else 0 */
                        revoked: number;
                        user_id: string;
                    };
                };
            };
        };
    };
    receiveIdpEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    created_at: string;
                    data?: unknown;
                    event: string;
                    id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                        /** @description It was taken in before */
                        repeated: boolean;
                    };
                };
            };
        };
    };
    receiveIdpEventAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                _webhook_path: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    created_at: string;
                    data?: unknown;
                    event: string;
                    id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                        /** @description It was taken in before */
                        repeated: boolean;
                    };
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, in OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tasks: {
                            /** @description Failed because of the service */
                            failed_internal: number;
                            /** @description Failed because of the parameters or the data */
                            failed_user: number;
                            /** @description Not ended yet */
                            pending: number;
                            succeeded: number;
                            workspaces: {
                                /** @description Failed because of the service */
                                failed_internal: number;
                                /** @description Failed because of the parameters or the data */
                                failed_user: number;
                                name: string;
                                oldest_pending: {
                                    /**
                                     * Format: date-time
                                     * @description UTC, in milliseconds
                                     */
                                    created_at: string;
                                    /** Format: int64 */
                                    id: string;
                                } | null;
                                /** @description Not ended yet */
                                pending: number;
                                succeeded: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    recountTasks: {
        parameters: {
            query?: {
                fix?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drifted: {
                            counted: {
                                failed_internal: number;
                                failed_user: number;
                                pending: number;
                                staged_bytes: number;
                                succeeded: number;
                            };
                            name: string;
                            stored: {
                                failed_internal: number;
                                failed_user: number;
                                pending: number;
                                staged_bytes: number;
                                succeeded: number;
                            };
                        }[];
                        /** @description How many were counted */
                        workspaces: number;
                    };
                };
            };
        };
    };
    sweepObjects: {
        parameters: {
            query?: {
                dry_run?: boolean;
                /** @description The sweep that was started before; a new one is started without */
                run?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names this sweep when its results are asked for */
                        run: string;
                        sweeps: {
                            /** @description Their size in bytes */
                            bytes: number;
                            /** @description Keys of the first of them */
                            examples: string[];
                            /** @description The name of the workspace */
                            name: string;
                            /** @description How many objects were looked at */
                            objects: number;
                            /** @description How many of them nothing can reach */
                            orphans: number;
                            /**
                             * @description How far its sweep is
                             * @enum {string}
                             */
                            state: "RUNNING" | "SUCCEEDED" | "FAILED";
                        }[];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["User"][];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
        };
    };
    editMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    uploadMyPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteMyPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getPicture: {
        parameters: {
            query: {
                key: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": Blob;
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    getWorkspaceRecord: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceRecord"];
                };
            };
        };
    };
    listWorkspaceRecords: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                include_all?: boolean;
                include_deleted?: boolean;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["WorkspaceRecord"][];
                    };
                };
            };
        };
    };
    restoreWorkspace: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    updateWorkspaceCapabilities: {
        parameters: {
            query: {
                /** @description The name of a workspace */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceCapabilityChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    previewData: {
        parameters: {
            query?: {
                /** @description Name of the file in problems; that of the form's file unless stated */
                filename?: string;
                /** @description Of a workbook, the name of the sheet; the first visible one with rows below a header unless stated */
                sheet?: string;
                /** @description Size of the whole file in bytes */
                size?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/octet-stream": Blob;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file, or the first bytes of a text; at most 4 MB
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePreview"];
                };
            };
        };
    };
    runQuery: {
        parameters: {
            query?: {
                /** @description True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same */
                redirect?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the Arrow answer is compressed; not at all unless stated */
                    arrow_compression?: ("zstd" | "lz4") | null;
                    /** @description Format of the result; that of the header `Accept` unless stated, or else `ARROW`. In `CSV` and `XLSX`, nested values are JSON */
                    format?: ("CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON") | null;
                    /** @description Only rows of this project and its rounds; of the whole workspace unless stated */
                    project_id?: string | null;
                    /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                    query: string;
                    /** @description The whole query as of this data version; of the latest unless stated */
                    version_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The result in the wanted format */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.arrow.stream": Blob;
                    "application/vnd.apache.parquet": Blob;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    "application/x-ndjson": Blob;
                    "text/csv": string;
                };
            };
            /** @description With `redirect=true`: the address of the answer, which is read there by GET and without a token */
            303: {
                headers: {
                    /** @description Signed address in the object store, at which a download may begin for a minute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadArtifact: {
        parameters: {
            query: {
                /** @description `json` (unless stated) or `html` for a report, `model` for a model */
                format?: string;
                /** @description The id of an artifact; a JSON number is accepted as well */
                id: string;
                /** @description True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same */
                redirect?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload, as an attachment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "application/octet-stream": Blob;
                    "text/html": string;
                };
            };
            /** @description With `redirect=true`: the address of the answer, which is read there by GET and without a token */
            303: {
                headers: {
                    /** @description Signed address in the object store, at which a download may begin for a minute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getArtifact: {
        parameters: {
            query: {
                /** @description The id of an artifact; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a round; a JSON number is accepted as well */
                round_id?: string;
                /** @description `report/v1`, `model.sampler/v1`, `model.scorer/v1`; another value gives an empty page */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Artifact"][];
                    };
                };
            };
        };
    };
    addLoadTable: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
                /** @description The reference of a table or a view; upper and lower case are the same */
                table_ref?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoadAddTable"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    createLoad: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoadCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    deleteLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    downloadErrors: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with the columns file, line, column, value, reason */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query: {
                /** @description The id of an uploaded file; a JSON number is accepted as well */
                file_id: string;
                /** @description True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same */
                redirect?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            /** @description With `redirect=true`: the address of the answer, which is read there by GET and without a token */
            303: {
                headers: {
                    /** @description Signed address in the object store, at which a download may begin for a minute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finalizeLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    getLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    listLoadsByGet: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a round; a JSON number is accepted as well */
                round_id?: string;
                /** @description `PENDING`, `LOADING`, `DELETING`, `COMPLETED`, `FAILED`; another value gives an empty page */
                state?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Load"][];
                    };
                };
            };
        };
    };
    listLoads: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a round; a JSON number is accepted as well */
                round_id?: string;
                /** @description `PENDING`, `LOADING`, `DELETING`, `COMPLETED`, `FAILED`; another value gives an empty page */
                state?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Load"][];
                    };
                };
            };
        };
    };
    previewFile: {
        parameters: {
            query: {
                /** @description The id of an uploaded file; a JSON number is accepted as well */
                file_id: string;
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
                /** @description Of a workbook, the name of the sheet; the first visible one with rows below a header unless stated */
                sheet?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePreview"];
                };
            };
        };
    };
    redoLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    removeFile: {
        parameters: {
            query: {
                /** @description The id of an uploaded file; a JSON number is accepted as well */
                file_id: string;
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    retryLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    undoLoad: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Load"];
                };
            };
        };
    };
    previewUndo: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoPreview"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query: {
                /** @description The id of a data load; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description At most 10,000 characters */
                    description?: string;
                    /**
                     * Format: binary
                     * @description The file, at most 100 MB
                     */
                    file: Blob;
                    /** @description Its name, where it is not that of the form's file; problems are reported under it. At most 4,000 characters */
                    filepath?: string;
                    /**
                     * Format: int64
                     * @description The file of the same load that it was made from
                     */
                    source_file_id?: string;
                    /** @description The table of the load that its rows go to; without one the file is only kept */
                    table_reference?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadFile"];
                };
            };
        };
    };
    archiveTable: {
        parameters: {
            query: {
                /** @description The reference of a table or a view; upper and lower case are the same */
                reference: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedTable"];
                };
            };
        };
    };
    createTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
        };
    };
    diffTable: {
        parameters: {
            query: {
                /** @description The id of a data version; a JSON number is accepted as well */
                from: string;
                /** @description The id of a table or a view; a JSON number is accepted as well */
                id: string;
                /** @description The id of a data version; a JSON number is accepted as well */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableDiff"];
                };
            };
        };
    };
    downloadTable: {
        parameters: {
            query: {
                /** @description CSV unless stated */
                format?: "CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON";
                /** @description The id of a table or a view; a JSON number is accepted as well */
                id: string;
                /** @description True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same */
                redirect?: boolean;
                /** @description The rows and columns as of this data version; of the latest unless stated */
                version_id?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.arrow.stream": Blob;
                    "application/vnd.apache.parquet": Blob;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    "application/x-ndjson": Blob;
                    "text/csv": string;
                };
            };
            /** @description With `redirect=true`: the address of the answer, which is read there by GET and without a token */
            303: {
                headers: {
                    /** @description Signed address in the object store, at which a download may begin for a minute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTable: {
        parameters: {
            query: {
                /** @description The reference of a table or a view; upper and lower case are the same */
                reference: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
        };
    };
    getTableById: {
        parameters: {
            query: {
                /** @description The id of a table or a view; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
        };
    };
    listTables: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                include_archived?: boolean;
                include_internal?: boolean;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description Part of the reference, ignoring case */
                q?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Table"][];
                    };
                };
            };
        };
    };
    listArchivedTables: {
        parameters: {
            query: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The reference of a table or a view; upper and lower case are the same */
                reference: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Table"][];
                    };
                };
            };
        };
    };
    listTableVersions: {
        parameters: {
            query: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The id of a table or a view; a JSON number is accepted as well */
                id: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Version"][];
                    };
                };
            };
        };
    };
    runQueryAlias: {
        parameters: {
            query?: {
                /** @description True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same */
                redirect?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the Arrow answer is compressed; not at all unless stated */
                    arrow_compression?: ("zstd" | "lz4") | null;
                    /** @description Format of the result; that of the header `Accept` unless stated, or else `ARROW`. In `CSV` and `XLSX`, nested values are JSON */
                    format?: ("CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON") | null;
                    /** @description Only rows of this project and its rounds; of the whole workspace unless stated */
                    project_id?: string | null;
                    /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                    query: string;
                    /** @description The whole query as of this data version; of the latest unless stated */
                    version_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The result in the wanted format */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.arrow.stream": Blob;
                    "application/vnd.apache.parquet": Blob;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    "application/x-ndjson": Blob;
                    "text/csv": string;
                };
            };
            /** @description With `redirect=true`: the address of the answer, which is read there by GET and without a token */
            303: {
                headers: {
                    /** @description Signed address in the object store, at which a download may begin for a minute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameTable: {
        parameters: {
            query: {
                /** @description The reference of a table or a view; upper and lower case are the same */
                reference: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name in SQL: letters, digits and underscores, no digit and no two underscores first, at most 128 characters; not `tasks` or `information_schema` */
                    new_reference: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedTable"];
                };
            };
        };
    };
    unarchiveTable: {
        parameters: {
            query: {
                /** @description The id of a table or a view; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
        };
    };
    updateTable: {
        parameters: {
            query: {
                /** @description The reference of a table or a view; upper and lower case are the same */
                reference: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
        };
    };
    listDataVersions: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a table or a view; a JSON number is accepted as well */
                table_id?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Version"][];
                    };
                };
            };
        };
    };
    archiveProject: {
        parameters: {
            query: {
                /** @description The id of a project; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query: {
                /** @description The id of a project; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                include_archived?: boolean;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    unarchiveProject: {
        parameters: {
            query: {
                /** @description The id of a project; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query: {
                /** @description The id of a project; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    archiveRound: {
        parameters: {
            query: {
                /** @description The id of a round; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Round"];
                };
            };
        };
    };
    createRound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoundCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Round"];
                };
            };
        };
    };
    getRound: {
        parameters: {
            query: {
                /** @description The id of a round; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Round"];
                };
            };
        };
    };
    listRounds: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                include_archived?: boolean;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Round"][];
                    };
                };
            };
        };
    };
    unarchiveRound: {
        parameters: {
            query: {
                /** @description The id of a round; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Round"];
                };
            };
        };
    };
    updateRound: {
        parameters: {
            query: {
                /** @description The id of a round; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoundUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Round"];
                };
            };
        };
    };
    archiveTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
                /** @description How long to wait for the end of the task, in seconds */
                wait_seconds?: number;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTaskByIdempotencyKey: {
        parameters: {
            query: {
                /** @description As it was given when the task was created or updated */
                idempotency_key: string;
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a round; a JSON number is accepted as well */
                round_id?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description The cursor of the page before; left out for the first page */
                cursor?: string;
                include_archived?: boolean;
                /** @description The most items of a page; a page may have fewer and still have a next one */
                limit?: number;
                /** @description Order of the ids, which is the order of creation */
                order?: "ASC" | "DESC";
                /** @description The id of a project; a JSON number is accepted as well */
                project_id?: string;
                /** @description The id of a round; a JSON number is accepted as well */
                round_id?: string;
                /** @description `INIT`, `EXECUTING`, `COMPLETED`, `FAILED`, `CANCELLED`; another value gives an empty page */
                state?: string;
                /** @description `analyze.data/v1`, `analyze.data/v2`, `train/v2`, `diversify/v2`, `engineer/v2`; another value gives an empty page */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Asks for the next page; null on the last one */
                        cursor: string | null;
                        items: components["schemas"]["Task"][];
                    };
                };
            };
        };
    };
    recoverTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    unarchiveTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    updateTask: {
        parameters: {
            query: {
                /** @description The id of a task; a JSON number is accepted as well */
                id: string;
            };
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    createAnalyzeDataV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context: {
                        /** @constant */
                        kind: "WORKSPACE";
                    } | {
                        /** @constant */
                        kind: "PROJECT";
                        /**
                         * Format: int64
                         * @description The id of a project; a JSON number is accepted as well
                         */
                        project_id: string;
                    } | {
                        /** @constant */
                        kind: "ROUND";
                        /**
                         * Format: int64
                         * @description The id of a round; a JSON number is accepted as well
                         */
                        round_id: string;
                    };
                    description?: string | null;
                    display_name?: string | null;
                    /** @description At most one task for each key in a context; a second creation is a 409 that names the first */
                    idempotency_key?: string | null;
                    parameters: {
                        assays: {
                            /** @description The name of its column */
                            assay_id: string;
                            /** @description As reports show it; its id unless stated */
                            name?: string | null;
                            /**
                             * @description MULTIPLICATIVE values are compared as ratios, RANK values by their order alone
                             * @default ADDITIVE
                             */
                            scale_type?: ("MULTIPLICATIVE" | "ADDITIVE" | "RANK") | null;
                            unit?: string | null;
                        }[];
                        dataset: {
                            /** @constant */
                            kind: "TABLE";
                            /** @description The reference of a table or a view; upper and lower case are the same */
                            table: string;
                            /** @description The table as it was; its latest version unless stated */
                            version_id?: string | null;
                        } | {
                            /** @constant */
                            kind: "QUERY";
                            /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                            query: string;
                        } | {
                            /** @constant */
                            kind: "LITERAL";
                            /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                            rows: {
                                [key: string]: string | number | boolean | null;
                            }[];
                        } | {
                            /**
                             * Format: int64
                             * @description A snapshot of an earlier task, from its `data_snapshots`
                             */
                            id: string;
                            /** @constant */
                            kind: "SNAPSHOT";
                        } | {
                            /** @constant */
                            kind: "SNAPSHOT";
                            /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                            name: string;
                            /**
                             * Format: int64
                             * @description The id of a task; a JSON number is accepted as well
                             */
                            task_id: string;
                        } | {
                            /** @constant */
                            kind: "TASK_RESULT";
                            /** @description The same as `table` */
                            name?: string | null;
                            /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                            query?: string | null;
                            /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                            table?: string | null;
                            /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                            task_id: string | string[];
                        };
                        reference_sequence: string;
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    createAnalyzeDataV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context: {
                        /** @constant */
                        kind: "WORKSPACE";
                    } | {
                        /** @constant */
                        kind: "PROJECT";
                        /**
                         * Format: int64
                         * @description The id of a project; a JSON number is accepted as well
                         */
                        project_id: string;
                    } | {
                        /** @constant */
                        kind: "ROUND";
                        /**
                         * Format: int64
                         * @description The id of a round; a JSON number is accepted as well
                         */
                        round_id: string;
                    };
                    description?: string | null;
                    display_name?: string | null;
                    /** @description At most one task for each key in a context; a second creation is a 409 that names the first */
                    idempotency_key?: string | null;
                    parameters: {
                        assays: {
                            /** @description The name of its column */
                            assay_id: string;
                            /** @description As reports show it; its id unless stated */
                            name?: string | null;
                            /**
                             * @description MULTIPLICATIVE values are compared as ratios, RANK values by their order alone
                             * @default ADDITIVE
                             */
                            scale_type?: ("MULTIPLICATIVE" | "ADDITIVE" | "RANK") | null;
                            unit?: string | null;
                        }[];
                        dataset: {
                            /** @constant */
                            kind: "TABLE";
                            /** @description The reference of a table or a view; upper and lower case are the same */
                            table: string;
                            /** @description The table as it was; its latest version unless stated */
                            version_id?: string | null;
                        } | {
                            /** @constant */
                            kind: "QUERY";
                            /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                            query: string;
                        } | {
                            /** @constant */
                            kind: "LITERAL";
                            /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                            rows: {
                                [key: string]: string | number | boolean | null;
                            }[];
                        } | {
                            /**
                             * Format: int64
                             * @description A snapshot of an earlier task, from its `data_snapshots`
                             */
                            id: string;
                            /** @constant */
                            kind: "SNAPSHOT";
                        } | {
                            /** @constant */
                            kind: "SNAPSHOT";
                            /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                            name: string;
                            /**
                             * Format: int64
                             * @description The id of a task; a JSON number is accepted as well
                             */
                            task_id: string;
                        } | {
                            /** @constant */
                            kind: "TASK_RESULT";
                            /** @description The same as `table` */
                            name?: string | null;
                            /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                            query?: string | null;
                            /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                            table?: string | null;
                            /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                            task_id: string | string[];
                        };
                        reference: {
                            monomer: string;
                        };
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    createDiversify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context: {
                        /** @constant */
                        kind: "WORKSPACE";
                    } | {
                        /** @constant */
                        kind: "PROJECT";
                        /**
                         * Format: int64
                         * @description The id of a project; a JSON number is accepted as well
                         */
                        project_id: string;
                    } | {
                        /** @constant */
                        kind: "ROUND";
                        /**
                         * Format: int64
                         * @description The id of a round; a JSON number is accepted as well
                         */
                        round_id: string;
                    };
                    description?: string | null;
                    display_name?: string | null;
                    /** @description At most one task for each key in a context; a second creation is a 409 that names the first */
                    idempotency_key?: string | null;
                    parameters: {
                        filterers?: {
                            /** @description Further conditions of a design: at least the threshold to MAXIMIZE, at most to MINIMIZE */
                            constraints?: {
                                measure: {
                                    assay_id: string;
                                    /** @enum {string} */
                                    direction: "MAXIMIZE" | "MINIMIZE";
                                };
                                threshold: number | {
                                    /** @description A factor above 0 of a MULTIPLICATIVE assay (1.1 is ten percent more), 1 unless stated; a difference that is added for other assays, 0 unless stated */
                                    margin?: number | null;
                                    reference: {
                                        monomer: string;
                                    };
                                };
                            }[] | null;
                            /** @constant */
                            kind: "SCORED_FILTERER";
                            scorer: {
                                /** @constant */
                                kind: "MONOMER";
                                scorer: {
                                    /**
                                     * Format: int64
                                     * @description The id of a scorer: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                        }[] | null;
                        generator: {
                            alias?: string | null;
                            /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                            allow_start_mutation?: boolean | null;
                            /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                            discourage_mutations?: {
                                /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                ranges: {
                                    [key: string]: [
                                        number,
                                        number
                                    ][];
                                };
                            } | null;
                            /** @description 8 unless stated */
                            max_mutations?: number | null;
                            /** @description 1 unless stated */
                            min_mutations?: number | null;
                            requirements?: {
                                apply_to: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                };
                                motifs: string[];
                                /**
                                 * @description Which of the motifs must occur within the ranges
                                 * @enum {string}
                                 */
                                operator: "none" | "any" | "all";
                            }[] | null;
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "MODEL_BASED";
                        } | {
                            /** @description The candidates, each as long as the template */
                            sequences: string[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "EXPLICIT";
                        } | {
                            alias?: string | null;
                            /** @description The number of positions unless stated */
                            max_mutations?: number | null;
                            /** @description 1 unless stated */
                            min_mutations?: number | null;
                            /** @description Candidates have the template's residues at all other positions */
                            positions: {
                                /** @description Counted from 0 */
                                position: number;
                                /** @description The residues that candidates may have there; the template's is one only if it is named */
                                residues: string;
                            }[];
                            requirements?: {
                                apply_to: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                };
                                motifs: string[];
                                /**
                                 * @description Which of the motifs must occur within the ranges
                                 * @enum {string}
                                 */
                                operator: "none" | "any" | "all";
                            }[] | null;
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "COMBINATORIAL";
                        } | {
                            /** @description The candidates are those of each of these generators */
                            generators: ({
                                alias?: string | null;
                                /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                                allow_start_mutation?: boolean | null;
                                /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                                discourage_mutations?: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                } | null;
                                /** @description 8 unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "MODEL_BASED";
                            } | {
                                /** @description The candidates, each as long as the template */
                                sequences: string[];
                                /** @constant */
                                type: "EXPLICIT";
                            } | {
                                alias?: string | null;
                                /** @description The number of positions unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                /** @description Candidates have the template's residues at all other positions */
                                positions: {
                                    /** @description Counted from 0 */
                                    position: number;
                                    /** @description The residues that candidates may have there; the template's is one only if it is named */
                                    residues: string;
                                }[];
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "COMBINATORIAL";
                            })[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "PARALLEL";
                        } | {
                            /** @description Each generator goes on from sequences of the one before: up to 20 that are drawn from it, or all that are listed, take the place of its template. The candidates are those of the last one, and mutations are counted against the sequence that it went on from. An EXPLICIT generator comes first */
                            generators: ({
                                alias?: string | null;
                                /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                                allow_start_mutation?: boolean | null;
                                /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                                discourage_mutations?: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                } | null;
                                /** @description 8 unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "MODEL_BASED";
                            } | {
                                /** @description The candidates, each as long as the template */
                                sequences: string[];
                                /** @constant */
                                type: "EXPLICIT";
                            } | {
                                alias?: string | null;
                                /** @description The number of positions unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                /** @description Candidates have the template's residues at all other positions */
                                positions: {
                                    /** @description Counted from 0 */
                                    position: number;
                                    /** @description The residues that candidates may have there; the template's is one only if it is named */
                                    residues: string;
                                }[];
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "COMBINATORIAL";
                            })[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "SEQUENTIAL";
                        };
                        /** @description How many designs are wanted */
                        num_assemblies: number;
                        ranker: {
                            /** @description The most selected designs within one substitution of any better-ranked selected design; 1 + num_assemblies / 30, rounded down, unless stated */
                            hit_redundancy?: number | null;
                            sampler_config: {
                                /** @description Known sequences (column `sequence`, or a list) that the report shows beside the designs */
                                controls?: ({
                                    /** @constant */
                                    kind: "TABLE";
                                    /** @description The reference of a table or a view; upper and lower case are the same */
                                    table: string;
                                    /** @description The table as it was; its latest version unless stated */
                                    version_id?: string | null;
                                } | {
                                    /** @constant */
                                    kind: "QUERY";
                                    /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                                    query: string;
                                } | {
                                    /** @constant */
                                    kind: "LITERAL";
                                    /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                                    rows: {
                                        [key: string]: string | number | boolean | null;
                                    }[];
                                } | {
                                    /**
                                     * Format: int64
                                     * @description A snapshot of an earlier task, from its `data_snapshots`
                                     */
                                    id: string;
                                    /** @constant */
                                    kind: "SNAPSHOT";
                                } | {
                                    /** @constant */
                                    kind: "SNAPSHOT";
                                    /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                                    name: string;
                                    /**
                                     * Format: int64
                                     * @description The id of a task; a JSON number is accepted as well
                                     */
                                    task_id: string;
                                } | {
                                    /** @constant */
                                    kind: "TASK_RESULT";
                                    /** @description The same as `table` */
                                    name?: string | null;
                                    /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                                    query?: string | null;
                                    /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                                    table?: string | null;
                                    /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                                    task_id: string | string[];
                                } | {
                                    /** @constant */
                                    kind: "LIST";
                                    sequences: string[];
                                }) | null;
                                /** @constant */
                                kind: "MONOMER_SAMPLER";
                                reference_assembly: {
                                    monomer: string;
                                };
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "LIKELIHOOD_BASED";
                        };
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    createEngineer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context: {
                        /** @constant */
                        kind: "WORKSPACE";
                    } | {
                        /** @constant */
                        kind: "PROJECT";
                        /**
                         * Format: int64
                         * @description The id of a project; a JSON number is accepted as well
                         */
                        project_id: string;
                    } | {
                        /** @constant */
                        kind: "ROUND";
                        /**
                         * Format: int64
                         * @description The id of a round; a JSON number is accepted as well
                         */
                        round_id: string;
                    };
                    description?: string | null;
                    display_name?: string | null;
                    /** @description At most one task for each key in a context; a second creation is a 409 that names the first */
                    idempotency_key?: string | null;
                    parameters: {
                        filterers?: {
                            /** @description Further conditions of a design: at least the threshold to MAXIMIZE, at most to MINIMIZE */
                            constraints?: {
                                measure: {
                                    assay_id: string;
                                    /** @enum {string} */
                                    direction: "MAXIMIZE" | "MINIMIZE";
                                };
                                threshold: number | {
                                    /** @description A factor above 0 of a MULTIPLICATIVE assay (1.1 is ten percent more), 1 unless stated; a difference that is added for other assays, 0 unless stated */
                                    margin?: number | null;
                                    reference: {
                                        monomer: string;
                                    };
                                };
                            }[] | null;
                            /** @constant */
                            kind: "SCORED_FILTERER";
                            scorer: {
                                /** @constant */
                                kind: "MONOMER";
                                scorer: {
                                    /**
                                     * Format: int64
                                     * @description The id of a scorer: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                        }[] | null;
                        /** @description Fill up with the best of those that fail a filter, and say so; false unless stated */
                        force_returning_num_assemblies?: boolean | null;
                        generator: {
                            alias?: string | null;
                            /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                            allow_start_mutation?: boolean | null;
                            /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                            discourage_mutations?: {
                                /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                ranges: {
                                    [key: string]: [
                                        number,
                                        number
                                    ][];
                                };
                            } | null;
                            /** @description 8 unless stated */
                            max_mutations?: number | null;
                            /** @description 1 unless stated */
                            min_mutations?: number | null;
                            requirements?: {
                                apply_to: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                };
                                motifs: string[];
                                /**
                                 * @description Which of the motifs must occur within the ranges
                                 * @enum {string}
                                 */
                                operator: "none" | "any" | "all";
                            }[] | null;
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "MODEL_BASED";
                        } | {
                            /** @description The candidates, each as long as the template */
                            sequences: string[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "EXPLICIT";
                        } | {
                            alias?: string | null;
                            /** @description The number of positions unless stated */
                            max_mutations?: number | null;
                            /** @description 1 unless stated */
                            min_mutations?: number | null;
                            /** @description Candidates have the template's residues at all other positions */
                            positions: {
                                /** @description Counted from 0 */
                                position: number;
                                /** @description The residues that candidates may have there; the template's is one only if it is named */
                                residues: string;
                            }[];
                            requirements?: {
                                apply_to: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                };
                                motifs: string[];
                                /**
                                 * @description Which of the motifs must occur within the ranges
                                 * @enum {string}
                                 */
                                operator: "none" | "any" | "all";
                            }[] | null;
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "COMBINATORIAL";
                        } | {
                            /** @description The candidates are those of each of these generators */
                            generators: ({
                                alias?: string | null;
                                /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                                allow_start_mutation?: boolean | null;
                                /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                                discourage_mutations?: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                } | null;
                                /** @description 8 unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "MODEL_BASED";
                            } | {
                                /** @description The candidates, each as long as the template */
                                sequences: string[];
                                /** @constant */
                                type: "EXPLICIT";
                            } | {
                                alias?: string | null;
                                /** @description The number of positions unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                /** @description Candidates have the template's residues at all other positions */
                                positions: {
                                    /** @description Counted from 0 */
                                    position: number;
                                    /** @description The residues that candidates may have there; the template's is one only if it is named */
                                    residues: string;
                                }[];
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "COMBINATORIAL";
                            })[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "PARALLEL";
                        } | {
                            /** @description Each generator goes on from sequences of the one before: up to 20 that are drawn from it, or all that are listed, take the place of its template. The candidates are those of the last one, and mutations are counted against the sequence that it went on from. An EXPLICIT generator comes first */
                            generators: ({
                                alias?: string | null;
                                /** @description Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine */
                                allow_start_mutation?: boolean | null;
                                /** @description Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is */
                                discourage_mutations?: {
                                    /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                    ranges: {
                                        [key: string]: [
                                            number,
                                            number
                                        ][];
                                    };
                                } | null;
                                /** @description 8 unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "MODEL_BASED";
                            } | {
                                /** @description The candidates, each as long as the template */
                                sequences: string[];
                                /** @constant */
                                type: "EXPLICIT";
                            } | {
                                alias?: string | null;
                                /** @description The number of positions unless stated */
                                max_mutations?: number | null;
                                /** @description 1 unless stated */
                                min_mutations?: number | null;
                                /** @description Candidates have the template's residues at all other positions */
                                positions: {
                                    /** @description Counted from 0 */
                                    position: number;
                                    /** @description The residues that candidates may have there; the template's is one only if it is named */
                                    residues: string;
                                }[];
                                requirements?: {
                                    apply_to: {
                                        /** @description Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0 */
                                        ranges: {
                                            [key: string]: [
                                                number,
                                                number
                                            ][];
                                        };
                                    };
                                    motifs: string[];
                                    /**
                                     * @description Which of the motifs must occur within the ranges
                                     * @enum {string}
                                     */
                                    operator: "none" | "any" | "all";
                                }[] | null;
                                /** @constant */
                                type: "COMBINATORIAL";
                            })[];
                            template: {
                                assembly: {
                                    monomer: string;
                                };
                                /** @constant */
                                kind: "MONOMER";
                                sampler: {
                                    /**
                                     * Format: int64
                                     * @description The id of a sampler: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "SEQUENTIAL";
                        };
                        /** @description How many designs are wanted */
                        num_assemblies: number;
                        ranker: {
                            /** @description Further conditions of a design: at least the threshold to MAXIMIZE, at most to MINIMIZE */
                            constraints?: {
                                measure: {
                                    assay_id: string;
                                    /** @enum {string} */
                                    direction: "MAXIMIZE" | "MINIMIZE";
                                };
                                threshold: number | {
                                    /** @description A factor above 0 of a MULTIPLICATIVE assay (1.1 is ten percent more), 1 unless stated; a difference that is added for other assays, 0 unless stated */
                                    margin?: number | null;
                                    reference: {
                                        monomer: string;
                                    };
                                };
                            }[] | null;
                            /** @description Share of the designs that are there to learn from, 0 to 1; the others are those that are expected to be best. 0.25 unless stated, for one more round; more pays where several rounds follow. If it is more than a quarter of the batch and no design is expected to be noticeably better than what was measured, the additional ones try what was hardly tried near the best measured variants */
                            exploration?: number | null;
                            /** @description The most selected designs within one substitution of any better-ranked selected design; 1 + num_assemblies / 30, rounded down, unless stated */
                            hit_redundancy?: number | null;
                            /** @description Null to order designs by the probability that all constraints hold, and of those that are alike by how plausible the sampler finds them */
                            primary_objective?: {
                                measure: {
                                    assay_id: string;
                                    /** @enum {string} */
                                    direction: "MAXIMIZE" | "MINIMIZE";
                                };
                                /** @description What the designs are to beat: a value of the assay, or what the scorer says of a sequence. Designs are worth more the further they beat it */
                                reference: number | {
                                    /** @description A factor above 0 of a MULTIPLICATIVE assay (1.1 is ten percent more), 1 unless stated; a difference that is added for other assays, 0 unless stated */
                                    margin?: number | null;
                                    reference: {
                                        monomer: string;
                                    };
                                };
                            } | null;
                            scorer_config: {
                                /** @description Known sequences (column `sequence`, or a list) that the report shows beside the designs */
                                controls?: ({
                                    /** @constant */
                                    kind: "TABLE";
                                    /** @description The reference of a table or a view; upper and lower case are the same */
                                    table: string;
                                    /** @description The table as it was; its latest version unless stated */
                                    version_id?: string | null;
                                } | {
                                    /** @constant */
                                    kind: "QUERY";
                                    /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                                    query: string;
                                } | {
                                    /** @constant */
                                    kind: "LITERAL";
                                    /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                                    rows: {
                                        [key: string]: string | number | boolean | null;
                                    }[];
                                } | {
                                    /**
                                     * Format: int64
                                     * @description A snapshot of an earlier task, from its `data_snapshots`
                                     */
                                    id: string;
                                    /** @constant */
                                    kind: "SNAPSHOT";
                                } | {
                                    /** @constant */
                                    kind: "SNAPSHOT";
                                    /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                                    name: string;
                                    /**
                                     * Format: int64
                                     * @description The id of a task; a JSON number is accepted as well
                                     */
                                    task_id: string;
                                } | {
                                    /** @constant */
                                    kind: "TASK_RESULT";
                                    /** @description The same as `table` */
                                    name?: string | null;
                                    /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                                    query?: string | null;
                                    /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                                    table?: string | null;
                                    /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                                    task_id: string | string[];
                                } | {
                                    /** @constant */
                                    kind: "LIST";
                                    sequences: string[];
                                }) | null;
                                /** @constant */
                                kind: "MONOMER_SCORER";
                                scorer: {
                                    /**
                                     * Format: int64
                                     * @description The id of a scorer: an artifact; a JSON number is accepted as well
                                     */
                                    artifact_id: string;
                                };
                            };
                            /** @constant */
                            type: "SCORE_BASED";
                        };
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    createTrain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the workspace */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context: {
                        /** @constant */
                        kind: "WORKSPACE";
                    } | {
                        /** @constant */
                        kind: "PROJECT";
                        /**
                         * Format: int64
                         * @description The id of a project; a JSON number is accepted as well
                         */
                        project_id: string;
                    } | {
                        /** @constant */
                        kind: "ROUND";
                        /**
                         * Format: int64
                         * @description The id of a round; a JSON number is accepted as well
                         */
                        round_id: string;
                    };
                    description?: string | null;
                    display_name?: string | null;
                    /** @description At most one task for each key in a context; a second creation is a 409 that names the first */
                    idempotency_key?: string | null;
                    parameters: {
                        assays: {
                            /** @description The name of its column */
                            assay_id: string;
                            /** @description As reports show it; its id unless stated */
                            name?: string | null;
                            /**
                             * @description MULTIPLICATIVE values are compared as ratios, RANK values by their order alone
                             * @default ADDITIVE
                             */
                            scale_type?: ("MULTIPLICATIVE" | "ADDITIVE" | "RANK") | null;
                            unit?: string | null;
                        }[];
                        /** @description Absent in this form */
                        data?: null;
                        dataset: {
                            /** @constant */
                            kind: "TABLE";
                            /** @description The reference of a table or a view; upper and lower case are the same */
                            table: string;
                            /** @description The table as it was; its latest version unless stated */
                            version_id?: string | null;
                        } | {
                            /** @constant */
                            kind: "QUERY";
                            /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                            query: string;
                        } | {
                            /** @constant */
                            kind: "LITERAL";
                            /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                            rows: {
                                [key: string]: string | number | boolean | null;
                            }[];
                        } | {
                            /**
                             * Format: int64
                             * @description A snapshot of an earlier task, from its `data_snapshots`
                             */
                            id: string;
                            /** @constant */
                            kind: "SNAPSHOT";
                        } | {
                            /** @constant */
                            kind: "SNAPSHOT";
                            /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                            name: string;
                            /**
                             * Format: int64
                             * @description The id of a task; a JSON number is accepted as well
                             */
                            task_id: string;
                        } | {
                            /** @constant */
                            kind: "TASK_RESULT";
                            /** @description The same as `table` */
                            name?: string | null;
                            /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                            query?: string | null;
                            /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                            table?: string | null;
                            /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                            task_id: string | string[];
                        };
                        /** @description Number of folds of the cross-validation; 5 unless stated */
                        folds?: number | null;
                        homologs?: ({
                            /** @constant */
                            kind: "TABLE";
                            /** @description The reference of a table or a view; upper and lower case are the same */
                            table: string;
                            /** @description The table as it was; its latest version unless stated */
                            version_id?: string | null;
                        } | {
                            /** @constant */
                            kind: "QUERY";
                            /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                            query: string;
                        } | {
                            /** @constant */
                            kind: "LITERAL";
                            /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                            rows: {
                                [key: string]: string | number | boolean | null;
                            }[];
                        } | {
                            /**
                             * Format: int64
                             * @description A snapshot of an earlier task, from its `data_snapshots`
                             */
                            id: string;
                            /** @constant */
                            kind: "SNAPSHOT";
                        } | {
                            /** @constant */
                            kind: "SNAPSHOT";
                            /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                            name: string;
                            /**
                             * Format: int64
                             * @description The id of a task; a JSON number is accepted as well
                             */
                            task_id: string;
                        } | {
                            /** @constant */
                            kind: "TASK_RESULT";
                            /** @description The same as `table` */
                            name?: string | null;
                            /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                            query?: string | null;
                            /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                            table?: string | null;
                            /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                            task_id: string | string[];
                        } | {
                            /** @constant */
                            kind: "LIST";
                            sequences: string[];
                        }) | null;
                        /** @description Trains on rows whose sequences are unlike the others, too: shorter than half or longer than twice the median length, or with less than 50 % of the reference's residues where 80 % of the rows have more than 80 %. Defaults to false: they are left out, and the report names them */
                        include_unlike_sequences?: boolean | null;
                        reference: {
                            monomer: string;
                        };
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    } | {
                        assays: {
                            /** @description The name of its column */
                            assay_id: string;
                            /** @description As reports show it; its id unless stated */
                            name?: string | null;
                            /**
                             * @description MULTIPLICATIVE values are compared as ratios, RANK values by their order alone
                             * @default ADDITIVE
                             */
                            scale_type?: ("MULTIPLICATIVE" | "ADDITIVE" | "RANK") | null;
                            unit?: string | null;
                        }[];
                        /** @description The measurements, with the sequences of related proteins (HOMOLOGS) or without (DATASET) */
                        data: {
                            dataset: {
                                /** @constant */
                                kind: "TABLE";
                                /** @description The reference of a table or a view; upper and lower case are the same */
                                table: string;
                                /** @description The table as it was; its latest version unless stated */
                                version_id?: string | null;
                            } | {
                                /** @constant */
                                kind: "QUERY";
                                /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                                query: string;
                            } | {
                                /** @constant */
                                kind: "LITERAL";
                                /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                                rows: {
                                    [key: string]: string | number | boolean | null;
                                }[];
                            } | {
                                /**
                                 * Format: int64
                                 * @description A snapshot of an earlier task, from its `data_snapshots`
                                 */
                                id: string;
                                /** @constant */
                                kind: "SNAPSHOT";
                            } | {
                                /** @constant */
                                kind: "SNAPSHOT";
                                /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                                name: string;
                                /**
                                 * Format: int64
                                 * @description The id of a task; a JSON number is accepted as well
                                 */
                                task_id: string;
                            } | {
                                /** @constant */
                                kind: "TASK_RESULT";
                                /** @description The same as `table` */
                                name?: string | null;
                                /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                                query?: string | null;
                                /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                                table?: string | null;
                                /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                                task_id: string | string[];
                            };
                            /** @description Sequences of related proteins, aligned to the reference or not: rows with `sequence`, or a list */
                            homologs: {
                                /** @constant */
                                kind: "TABLE";
                                /** @description The reference of a table or a view; upper and lower case are the same */
                                table: string;
                                /** @description The table as it was; its latest version unless stated */
                                version_id?: string | null;
                            } | {
                                /** @constant */
                                kind: "QUERY";
                                /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                                query: string;
                            } | {
                                /** @constant */
                                kind: "LITERAL";
                                /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                                rows: {
                                    [key: string]: string | number | boolean | null;
                                }[];
                            } | {
                                /**
                                 * Format: int64
                                 * @description A snapshot of an earlier task, from its `data_snapshots`
                                 */
                                id: string;
                                /** @constant */
                                kind: "SNAPSHOT";
                            } | {
                                /** @constant */
                                kind: "SNAPSHOT";
                                /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                                name: string;
                                /**
                                 * Format: int64
                                 * @description The id of a task; a JSON number is accepted as well
                                 */
                                task_id: string;
                            } | {
                                /** @constant */
                                kind: "TASK_RESULT";
                                /** @description The same as `table` */
                                name?: string | null;
                                /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                                query?: string | null;
                                /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                                table?: string | null;
                                /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                                task_id: string | string[];
                            } | {
                                /** @constant */
                                kind: "LIST";
                                sequences: string[];
                            };
                            /** @constant */
                            kind: "HOMOLOGS";
                        } | {
                            dataset: {
                                /** @constant */
                                kind: "TABLE";
                                /** @description The reference of a table or a view; upper and lower case are the same */
                                table: string;
                                /** @description The table as it was; its latest version unless stated */
                                version_id?: string | null;
                            } | {
                                /** @constant */
                                kind: "QUERY";
                                /** @description One `SELECT` in Trino's dialect, at most 100,000 characters */
                                query: string;
                            } | {
                                /** @constant */
                                kind: "LITERAL";
                                /** @description Rows as objects of values by column name; a value is a text, a number, a boolean or null, of one type in each column. A task whose parameters have more than 64 KB shows `num_rows` in place of `rows` */
                                rows: {
                                    [key: string]: string | number | boolean | null;
                                }[];
                            } | {
                                /**
                                 * Format: int64
                                 * @description A snapshot of an earlier task, from its `data_snapshots`
                                 */
                                id: string;
                                /** @constant */
                                kind: "SNAPSHOT";
                            } | {
                                /** @constant */
                                kind: "SNAPSHOT";
                                /** @description The name of an input of that task, such as `dataset`: its rows are read again as that task read them */
                                name: string;
                                /**
                                 * Format: int64
                                 * @description The id of a task; a JSON number is accepted as well
                                 */
                                task_id: string;
                            } | {
                                /** @constant */
                                kind: "TASK_RESULT";
                                /** @description The same as `table` */
                                name?: string | null;
                                /** @description One SELECT over these rows, which it names `__source__`. Defaults to all rows */
                                query?: string | null;
                                /** @description A result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that has it. Defaults to `designs` */
                                table?: string | null;
                                /** @description A COMPLETED task, or several: the rows of all of them, with columns matched by name */
                                task_id: string | string[];
                            };
                            /** @constant */
                            kind: "DATASET";
                        };
                        /** @description Number of folds of the cross-validation; 5 unless stated */
                        folds?: number | null;
                        /** @description Trains on rows whose sequences are unlike the others, too: shorter than half or longer than twice the median length, or with less than 50 % of the reference's residues where 80 % of the rows have more than 80 %. Defaults to false: they are left out, and the report names them */
                        include_unlike_sequences?: boolean | null;
                        /** @description The measurements that the sampler is conditioned on: with homologs as a model of its own, `conditioned_sampler`; without, as `sampler`, which otherwise prefers what has high values of the first assay */
                        primary_objective?: {
                            assay_id: string;
                            /** @enum {string} */
                            direction: "MAXIMIZE" | "MINIMIZE";
                        } | null;
                        /** @description The sequence in the first row of the dataset unless stated */
                        reference?: {
                            monomer: string;
                        } | null;
                        /** @description Seed of all random numbers: the same seed, parameters and data give the same result */
                        seed?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
}
