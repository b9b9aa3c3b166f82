import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Answer, request } from "#test/support/http.ts";
import { signature } from "#test/support/idpEvents.ts";
import { type Foreign, type Intruder, sendRaw } from "./intruder.ts";

/** Request from a hostile tenant, and how it is refused. */
export interface RequestAttack {
  name: string;
  send: (attacker: Intruder, foreign: Foreign) => Promise<Answer>;
  status: number;
  /** Part of the response. */
  says: string;
}

export function list<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function createLoad({ post, context }: Intruder, table: object): Promise<Answer> {
  const columns = [{ name: "id", type: "INT64" }];
  return post("/data/load:create", { context, tables: { t: { columns, format: "CSV", ...table } } });
}

const correction = (line: number): object => ({ line, column: "id", value: "1", reason: "r" });
const exclusion = { line: 1, last_line: 1_000_000_000, reason: "r" };

const LOADS: RequestAttack[] = [
  {
    name: "12,000 corrections",
    send: (attacker) => createLoad(attacker, { corrections: list(12_000, correction) }),
    status: 422,
    says: "At most 1,000 items are allowed",
  },
  {
    name: "a thousand exclusions of a billion lines",
    send: (attacker) => createLoad(attacker, { exclusions: list(1_000, () => exclusion) }),
    status: 422,
    says: "at most 100,000 lines in total",
  },
  {
    name: "90,000 words for missing values",
    send: (attacker) => createLoad(attacker, { missing_values: list(90_000, (n) => `w${n}`) }),
    status: 422,
    says: "At most 50 words are allowed",
  },
  {
    name: "80,000 ignored columns",
    send: (attacker) => createLoad(attacker, { ignored_columns: list(80_000, (n) => `c${n}`) }),
    status: 422,
    says: "At most 2,000 items are allowed",
  },
  {
    name: "15,000 tables",
    send: ({ post, context }) => {
      const tables = Object.fromEntries(list(15_000, (n) => [`t${n}`, { columns: [] }]));
      return post("/data/load:create", { context, tables });
    },
    status: 422,
    says: "at most 20 tables",
  },
];

const FOREIGN_FILES: RequestAttack[] = [
  {
    name: "the row differences of a foreign table",
    send: ({ get }, { tableId, versionId }) =>
      get(`/data/table:rowDiff?id=${tableId}&from=${versionId}&redirect=true`),
    status: 404,
    says: "table_not_found",
  },
  {
    name: "row differences from a foreign version",
    send: ({ get, tableId }, { versionId }) => get(`/data/table:rowDiff?id=${tableId}&from=${versionId}`),
    status: 404,
    says: "version_not_found",
  },
  {
    name: "a signed URL for a foreign file",
    send: ({ get }, { fileId }) => get(`/data/load:downloadFile?file_id=${fileId}&redirect=true`),
    status: 404,
    says: "file_not_found",
  },
  {
    name: "the stored result of a foreign query",
    send: ({ get }, { queryId }) => get(`/data/query:result?id=${queryId}`),
    status: 404,
    says: "query_not_found",
  },
  {
    name: "the undo of a foreign load",
    send: ({ post }, { loadId }) => post(`/data/load:undo?id=${loadId}`, {}),
    status: 404,
    says: "load_not_found",
  },
];

function catalog({ lab }: Intruder, path: string): Promise<Answer> {
  return request("GET", `${lab.regionUrl}/iceberg/v1/${path}`, { token: lab.token });
}

const CATALOGS: RequestAttack[] = [
  {
    name: "credentials for a foreign table",
    send: (attacker, { lab }) => catalog(attacker, `${lab.name}/namespaces/main/tables/secrets/credentials`),
    status: 403,
    says: "workspace_forbidden",
  },
  {
    name: "a foreign catalog above its own",
    send: (attacker, { lab }) =>
      catalog(attacker, `${attacker.lab.name}%2F..%2F${lab.name}/namespaces/main/tables/secrets`),
    status: 404,
    says: "path_not_found",
  },
  {
    name: "a foreign catalog below its namespace",
    send: (attacker, { lab }) =>
      catalog(attacker, `${attacker.lab.name}/namespaces/main%1F${lab.name}/tables/secrets`),
    status: 404,
    says: "namespace_not_found",
  },
  {
    name: "a foreign table by its id",
    send: (attacker, { tableId }) =>
      catalog(attacker, `${attacker.lab.name}/namespaces/main/tables/${tableId}`),
    status: 404,
    says: "table_not_found",
  },
  {
    name: "a table with a name of 10,000 characters",
    send: (attacker) =>
      catalog(attacker, `${attacker.lab.name}/namespaces/main/tables/${"a".repeat(10_000)}`),
    status: 404,
    says: "table_not_found",
  },
];

const EVENT = JSON.stringify({ id: "event_1", event: "organization.deleted", created_at: "2026-01-01" });
const MISMATCH = "webhook_signature_invalid";

function event({ platformUrl }: Intruder, body: string | Buffer, headers: Record<string, string>) {
  const all = { "content-type": "application/json", ...headers };
  return sendRaw("POST", `${platformUrl}/idp/webhook`, body, all);
}

const guessed = (): string => signature(EVENT, "a guess", Date.now());

const EVENTS: RequestAttack[] = [
  {
    name: "an event signed with an empty secret",
    send: (attacker) => event(attacker, EVENT, { "idp-signature": signature(EVENT, "", Date.now()) }),
    status: 401,
    says: MISMATCH,
  },
  {
    name: "an event with a signed time",
    send: (attacker) => event(attacker, EVENT, { "idp-signature": guessed().replace("t=", "t=+") }),
    status: 401,
    says: MISMATCH,
  },
  {
    name: "an event with 150 signatures",
    send: (attacker) => event(attacker, EVENT, { "idp-signature": list(150, guessed).join(", ") }),
    status: 401,
    says: MISMATCH,
  },
  {
    name: "a compressed event of 5 MB",
    send: (attacker) => {
      const headers = { "content-encoding": "gzip", "idp-signature": guessed() };
      return event(attacker, gzipSync(Buffer.alloc(5_000_000, " ")), headers);
    },
    status: 401,
    says: MISMATCH,
  },
  {
    name: "an event of 3 MB",
    send: (attacker) => event(attacker, "x".repeat(3_000_000), { "idp-signature": guessed() }),
    status: 413,
    says: "body_too_large",
  },
];

const INVALID = "token_invalid";

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Sends the attacker's claims with another header, signed with a guessed key. */
function withHeader({ lab, withToken }: Intruder, header: object, key: string): Promise<Answer> {
  const signed = `${encoded({ typ: "JWT", ...header })}.${lab.token.split(".")[1]}`;
  return withToken(`${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`);
}

const TOKENS: RequestAttack[] = [
  {
    name: "a token whose key is an empty file",
    send: (attacker) => withHeader(attacker, { alg: "HS256", kid: "../../../../dev/null" }, ""),
    status: 401,
    says: INVALID,
  },
  {
    name: "a token whose key id is an object",
    send: (attacker) => withHeader(attacker, { alg: "RS256", kid: { toString: 1 } }, "x"),
    status: 401,
    says: INVALID,
  },
  {
    name: "a token with critical extensions",
    send: (attacker) => withHeader(attacker, { alg: "RS256", kid: "k", b64: false, crit: ["b64"] }, "x"),
    status: 401,
    says: INVALID,
  },
  {
    name: "an encrypted token",
    send: ({ withToken }) => withToken(`${encoded({ alg: "dir", enc: "A128GCM" })}..AAAA.AAAA.AAAA`),
    status: 401,
    says: INVALID,
  },
  {
    name: "a token with a second claim for the organization",
    send: ({ lab, withToken }, foreign) => {
      const [header, payload = "", signed] = lab.token.split(".");
      const claims = Buffer.from(payload, "base64url").toString().slice(0, -1);
      const more = Buffer.from(`${claims},"org_id":"${foreign.lab.orgId}"}`).toString("base64url");
      return withToken(`${header}.${more}.${signed}`);
    },
    status: 401,
    says: INVALID,
  },
];

function twice(name: string, ...values: (string | Blob)[]): FormData {
  const form = new FormData();
  if (name !== "file") form.append("file", new Blob(["id\n1\n"]), "a.csv");
  for (const value of values) form.append(name, value as string);
  return form;
}

const BODIES: RequestAttack[] = [
  {
    name: "a name twice in an object",
    send: ({ raw }) => raw("POST", "/project:create", '{"name":"a","\\u006eame":"b"}'),
    status: 400,
    says: 'has the name \\"name\\" twice',
  },
  {
    name: "a field twice in a form",
    send: ({ form, pendingLoadId }) =>
      form(`/data/load:uploadFile?id=${pendingLoadId}`, twice("description", "a", "b")),
    status: 422,
    says: "Input should be given only once",
  },
  {
    name: "the prototype of an object",
    send: ({ raw }) => raw("POST", "/project:create", '{"name":"a","__proto__":{"archived_at":"x"}}'),
    status: 422,
    says: "Unknown field",
  },
  {
    name: "a compressed body of 30 MB",
    send: ({ raw }) =>
      raw("POST", "/project:create", gzipSync(Buffer.alloc(30_000_000, " ")), {
        "content-encoding": "gzip",
      }),
    status: 413,
    says: "body_too_large",
  },
  {
    name: "objects 100,000 levels deep",
    send: ({ raw }) => raw("POST", "/project:create", `${'{"name":'.repeat(100_000)}1${"}".repeat(100_000)}`),
    status: 422,
    says: "nested at most 200 levels deep",
  },
];

/** Requests that are refused before any tenant's data is read. */
export const REQUEST_ATTACKS: Record<string, readonly RequestAttack[]> = {
  "options of a load": LOADS,
  "files of another tenant": FOREIGN_FILES,
  "catalogs of another tenant": CATALOGS,
  "events that the provider did not send": EVENTS,
  "tokens that nobody issued": TOKENS,
  "bodies that readers understand differently": BODIES,
};
