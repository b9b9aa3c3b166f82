import { randomBytes } from "node:crypto";
import { operation } from "#shared/api/operation.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { failureOf, newQuery } from "#shared/domain/queries/queryTransitions.ts";
import { startStoredQuery } from "#shared/history/startStoredQuery.ts";
import { clientError } from "#shared/http/clientError.ts";
import { type ClientResponse, clientReply } from "#shared/http/clientReply.ts";
import { preparedStatements } from "#shared/http/preparedStatements.ts";
import { segmentEncoding } from "#shared/http/segmentEncoding.ts";
import { pageUri, statementBase } from "#shared/http/statementUri.ts";
import { runStatement, type StatementOutput } from "#shared/jobs/runStatement.ts";
import { newId, stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { pageSlug } from "#shared/store/pagedQuery.ts";
import { createQueryRecord } from "#shared/store/queries.ts";
import { requireRoomForQuery } from "#shared/store/underWay.ts";

/** Size of the key that signs the page URLs of a query, in bytes. */
const SLUG_KEY_BYTES = 32;

/** Rows for a statement without a result; without them, drivers would consider it incomplete. */
const DONE: Partial<ClientResponse> = {
  columns: [{ name: "result", type: "boolean", typeSignature: { rawType: "boolean", arguments: [] } }],
  data: "[[true]]",
  rows: 1,
};

type SessionChange = Extract<StatementOutput, { kind: "prepare" | "deallocate" | "use" }>;

export const startStatement = operation(
  {
    summary: "Run a Trino protocol statement",
    description:
      "Entry point of the Trino client protocol. The body is SQL, and the header `X-Trino-Catalog` names the workspace. Fast statements return results directly, others at `nextUri`. Pass the access token as a bearer token, or as the password with any user name. To connect tools, see `docs/connect.md`.",
    method: "POST",
    path: "/v1/statement",
    tag: "SQL for other tools",
    audience: "member",
    byCatalog: true,
    takesText: true,
    needs: ["table:write", "lake:read", "results", "sql", "query:start"],
    response: {
      contentType: "application/json",
      example: { id: "153712003840516", columns: [], data: [], stats: { state: "FINISHED" } },
      description: "Rows, an error, or `nextUri`, as defined by the Trino protocol",
    },
    transport: "stream",
    internal: true,
    errors: [400],
  },
  async ({ workspace, caller, headers, text, settings, signal }) => {
    const id = newId();
    const base = statementBase(settings.regions[workspace.region], headers);
    const answer = (fields: Partial<ClientResponse>) =>
      clientReply({ id, infoUri: `${base}/v1/info`, state: "COMPLETED", ...fields });
    try {
      const prepared = preparedStatements(headers["x-trino-prepared-statement"]);
      const output = await runJob(runStatement, workspace, { text, prepared, userId: caller.userId }, signal);
      if (output.kind === "rows") {
        const { columns, data, rows } = output;
        return answer({ columns, data: rows === 0 ? undefined : data, rows });
      }
      if (output.kind !== "long") return answer({ ...DONE, ...sessionChange(output, workspace.name ?? "") });
      await requireRoomForQuery(workspace);
      const trino = {
        encoding: segmentEncoding(headers["x-trino-query-data-encoding"]),
        slug_key: randomBytes(SLUG_KEY_BYTES).toString("base64url"),
        prefix: null,
        count: 0,
        rows: 0,
      };
      const request = {
        query: output.text,
        format: "TRINO" as const,
        arrow_compression: null,
        project_id: null,
        version_id: null,
        workspace_name: workspace.name ?? "",
        trino,
      };
      const query = newQuery(id, request, stampOf(caller));
      await createQueryRecord(workspace, query);
      await startStoredQuery(workspace, query);
      const slug = pageSlug(workspace, { ...query, trino }, 0);
      const place = { workspace: workspace.name ?? "", id, slug, page: 0 };
      return answer({ state: "QUEUED", nextUri: pageUri(base, place) });
    } catch (error) {
      // Clients retry unavailable operations based on the status.
      if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
      return answer({ state: "FAILED", error: clientError(failureOf(error)) });
    }
  },
);

/** Maximum size of a prepared statement in a header, in bytes: gateways accept 10 KB of headers, including the access token. */
const MAX_PREPARED_BYTES = 6_000;
/** Schemas that can qualify table names. */
const SCHEMAS = ["main", "default", "information_schema", "tasks", "snapshots"];

const refused = (sentence: string): DomainError => new DomainError("malformed", "invalid_sql", sentence);

/** Returns the response to a statement that only changes the client session. */
function sessionChange(change: SessionChange, workspace: string): Partial<ClientResponse> {
  const text = encodeURIComponent;
  switch (change.kind) {
    case "prepare": {
      const prepared = `${text(change.name)}=${text(change.text)}`;
      if (prepared.length > MAX_PREPARED_BYTES) {
        const sentence = `The prepared statement has ${prepared.length} bytes in a header; the maximum is ${MAX_PREPARED_BYTES}. Use EXECUTE IMMEDIATE (explicitPrepare=false in a JDBC URL).`;
        throw refused(sentence);
      }
      return { updateType: "PREPARE", headers: { "x-trino-added-prepare": prepared } };
    }
    case "deallocate":
      return { updateType: "DEALLOCATE", headers: { "x-trino-deallocated-prepare": text(change.name) } };
    case "use":
      if (change.catalog !== null && change.catalog.toLowerCase() !== workspace.toLowerCase()) {
        throw refused(
          `There is no catalog "${change.catalog.slice(0, 128)}". Use the workspace's name, "${workspace}".`,
        );
      }
      if (!SCHEMAS.includes(change.schema.toLowerCase())) {
        throw refused(`There is no schema "${change.schema.slice(0, 128)}": tables are in "main".`);
      }
      return {
        updateType: "USE",
        headers: { "x-trino-set-catalog": text(workspace), "x-trino-set-schema": text(change.schema) },
      };
  }
}
