import { randomUUID } from "node:crypto";
import { DomainError } from "@pdp/basics/errors";
import type { ClientResponse } from "./clientReply.ts";
import { requireSessionProperty } from "./sessionProperties.ts";

/** Statement that only changes the session of a client of Trino's protocol. */
export type SessionChange =
  | { kind: "prepare"; name: string; text: string }
  | { kind: "deallocate"; name: string }
  | { kind: "use"; catalog: string | null; schema: string }
  | { kind: "property"; word: string; name: string; value: string | null }
  | { kind: "transaction"; word: string };

/** Rows for a statement without a result; without them, drivers would consider it incomplete. */
const DONE: Partial<ClientResponse> = {
  columns: [{ name: "result", type: "boolean", typeSignature: { rawType: "boolean", arguments: [] } }],
  data: "[[true]]",
  rows: 1,
};

/** Maximum size of a prepared statement in a header, in bytes: gateways accept 10 KB of headers, including the access token. */
const MAX_PREPARED_BYTES = 6_000;
/** Schemas that can qualify table names. */
const SCHEMAS = ["main", "default", "information_schema", "tasks", "snapshots"];

const refused = (sentence: string): DomainError => new DomainError("malformed", "invalid_sql", sentence);

/** Returns the response to a statement that only changes the client session. */
export function sessionChange(change: SessionChange, workspace: string): Partial<ClientResponse> {
  return { ...DONE, ...updateOf(change, workspace) };
}

function updateOf(change: SessionChange, workspace: string): Partial<ClientResponse> {
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
    case "property": {
      const { word: updateType, name, value } = change;
      requireSessionProperty(name, value);
      const header = value === null ? "x-trino-clear-session" : "x-trino-set-session";
      return { updateType, headers: { [header]: value === null ? name : `${name}=${text(value)}` } };
    }
    case "transaction":
      return {
        updateType: change.word,
        headers:
          change.word === "START TRANSACTION"
            ? { "x-trino-started-transaction-id": randomUUID() }
            : { "x-trino-clear-transaction-id": "true" },
      };
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
