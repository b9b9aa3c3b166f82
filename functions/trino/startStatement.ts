import { randomBytes } from "node:crypto";
import { DomainError } from "@pdp/basics/errors";
import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { failQuery, failureOf, newQuery } from "#shared/domain/queries/queryTransitions.ts";
import { MAX_QUERY_LENGTH } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { clientReply } from "#shared/http/trino/clientReply.ts";
import { preparedStatements } from "#shared/http/trino/preparedStatements.ts";
import { segmentEncoding } from "#shared/http/trino/segmentEncoding.ts";
import { statementSession } from "#shared/http/trino/sessionProperties.ts";
import { pageUri, statementBase } from "#shared/http/trino/statementUri.ts";
import { newId, stampOf } from "#shared/runtime/ids.ts";
import { pageSlug } from "#shared/store/pagedQuery.ts";
import { createQueryRecord } from "#shared/store/queries.ts";

/** Size of the key that signs the page URLs of a query, in bytes. */
const SLUG_KEY_BYTES = 32;

export const startStatement = operation(
  {
    summary: "Run a Trino protocol statement",
    description:
      "Entry point of the Trino client protocol. The body is SQL, and the header `X-Trino-Catalog` names the workspace. The response is sent before the statement runs; rows and errors are at `nextUri`. Pass the access token as a bearer token, or as the password with any user name. To connect tools, see `docs/connect.md`.",
    method: "POST",
    path: "/v1/statement",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    byCatalog: true,
    takesText: true,
    needs: ["table:write"],
    response: {
      contentType: "application/json",
      example: {
        id: "153712003840516",
        nextUri:
          "https://eu.example.org/v1/statement/lab/153712003840516/4h1oQ0m2yqkqUJ0nK8nO2c6Zr7mJr1f9bqz3e1mH0aE/0",
        stats: { state: "QUEUED" },
      },
      description: "`nextUri`, as defined by the Trino protocol",
    },
    transport: "stream",
    internal: true,
    errors: [400],
  },
  async ({ workspace, caller, headers, text, unreadable, settings }) => {
    const trino = {
      encoding: segmentEncoding(headers["x-trino-query-data-encoding"]),
      slug_key: randomBytes(SLUG_KEY_BYTES).toString("base64url"),
      prefix: null,
      count: 0,
      rows: 0,
      waiting: { prepared: [] },
    };
    const request = {
      query: "",
      format: "TRINO" as const,
      arrow_compression: null,
      project_id: null,
      version_id: null,
      workspace_name: workspace.name ?? "",
      trino,
    };
    const started = newQuery(newId(), request, stampOf(caller));
    const { id } = started;
    const query = readable(started, () => {
      if (unreadable) throw unreadable;
      if (text.length > MAX_QUERY_LENGTH) throw tooLong(text.length);
      // The database's client cannot store an object with the key "constructor".
      const prepared = Object.entries(preparedStatements(headers["x-trino-prepared-statement"]));
      const session = statementSession(headers);
      return { ...started, query: text, trino: { ...trino, waiting: { prepared }, ...session } };
    });
    await createQueryRecord(workspace, query);
    const base = statementBase(settings.regions[workspace.region], headers);
    const slug = pageSlug(workspace, { ...started, trino }, 0);
    const nextUri = pageUri(base, { workspace: workspace.name ?? "", id, slug, page: 0 });
    return clientReply({ id, infoUri: `${base}/v1/info`, state: "QUEUED", nextUri });
  },
);

/** Returns a statement, failed if it cannot be read: clients ignore the errors of the first response. */
function readable(started: QueryRecord, read: () => QueryRecord): QueryRecord {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return failQuery(started, failureOf(error), started.created_at);
  }
}

function tooLong(length: number): DomainError {
  const sentence = `The statement has ${length} characters, but at most ${MAX_QUERY_LENGTH} are allowed.`;
  return new DomainError("malformed", "query_too_complex", sentence);
}
