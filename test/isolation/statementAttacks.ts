import type { Answer } from "#test/support/http.ts";
import { trinoClient } from "#test/support/trinoClient.ts";
import type { Intruder } from "./intruder.ts";
import { list, type RequestAttack } from "./requestAttacks.ts";

function query({ post }: Intruder, sql: string, more: object = {}): Promise<Answer> {
  return post("/data:query", { query: sql, format: "NDJSON", ...more });
}

const QUERIES: RequestAttack[] = [
  {
    name: "a file as a table",
    send: (attacker) => query(attacker, 'SELECT * FROM "/etc/passwd"'),
    status: 400,
    says: "unknown_table",
  },
  {
    name: "the environment of the process",
    send: (attacker) => query(attacker, "SELECT getenv('HOME'), current_setting('secret_directory')"),
    status: 400,
    says: "unknown_function",
  },
  {
    name: "a name that ends its quotes",
    send: (attacker) =>
      query(attacker, `SELECT id AS "a"" FROM secrets; ATTACH 'x' AS y; --", "b"";" FROM secrets`),
    status: 400,
    says: "There is no column b",
  },
  {
    name: "a foreign version of a table",
    send: (attacker, { versionId }) =>
      query(attacker, `SELECT * FROM secrets FOR VERSION AS OF ${versionId}`),
    status: 404,
    says: "version_not_found",
  },
  {
    name: "rows of a foreign project",
    send: (attacker, { lab }) => query(attacker, "SELECT * FROM secrets", { project_id: lab.projectId }),
    status: 404,
    says: "project_not_found",
  },
];

function statement(attacker: Intruder, sql: string, prepared?: string): Promise<Answer> {
  return trinoClient(attacker.lab).first(
    sql,
    prepared === undefined ? {} : { "x-trino-prepared-statement": prepared },
  );
}

const STATEMENTS: RequestAttack[] = [
  {
    name: "the list of all queries",
    send: (attacker) => statement(attacker, "SELECT count(*) FROM system.runtime.queries"),
    status: 200,
    says: '"data":[[0]]',
  },
  {
    name: "the end of a foreign query",
    send: (attacker, { queryId }) =>
      statement(attacker, `CALL system.runtime.kill_query(query_id => '${queryId}', message => 'x')`),
    status: 200,
    says: "Only a SELECT can be run here, not CALL",
  },
  {
    name: "a prepared statement over a foreign catalog",
    send: (attacker, { lab }) =>
      statement(attacker, "EXECUTE q", `q=${encodeURIComponent(`SELECT * FROM "${lab.name}".main.secrets`)}`),
    status: 200,
    says: "There is no catalog",
  },
  {
    name: "prepared statements that execute each other",
    send: (attacker) => statement(attacker, "EXECUTE a", "a=EXECUTE+b,b=EXECUTE+a"),
    status: 200,
    says: "Only a SELECT can be run here, not EXECUTE",
  },
  {
    name: "a prepared statement named like a property of all objects",
    send: (attacker) => statement(attacker, "EXECUTE __proto__", "constructor=SELECT+1"),
    status: 200,
    says: "There is no prepared statement",
  },
];

function erasure({ erase }: Intruder, where: string): Promise<Answer> {
  return erase("POST", "data:prepareErasure", { reference: "secrets", where });
}

const ERASURES: RequestAttack[] = [
  {
    name: "the confirmation of a foreign plan",
    send: ({ erase }, { planId }) => erase("POST", `data:confirmErasure?plan_id=${planId}`),
    status: 404,
    says: "erasure_not_found",
  },
  {
    name: "the erasure of a foreign load",
    send: ({ erase }, { loadId }) => erase("POST", "data:prepareErasure", { load_id: loadId }),
    status: 404,
    says: "load_not_found",
  },
  {
    name: "a condition that ends its parentheses",
    send: (attacker) => erasure(attacker, "id = 1) OR (true"),
    status: 422,
    says: "The condition is not a single SQL expression",
  },
  {
    name: "a condition on foreign rows",
    send: (attacker, { lab }) => erasure(attacker, `id IN (SELECT id FROM "${lab.name}".main.secrets)`),
    status: 400,
    says: "There is no catalog",
  },
  {
    name: "a condition that needs all memory",
    send: (attacker) => erasure(attacker, "cardinality(sequence(1, 9000000000)) > id"),
    status: 400,
    says: "sequence can return at most",
  },
];

const SEQUENCE = "ACDEFGHIKLMNPQRSTVWY";

function analyze({ post, context }: Intruder, dataset: object): Promise<Answer> {
  const parameters = { dataset, reference: { monomer: SEQUENCE }, assays: [{ assay_id: "id" }] };
  return post("/task/analyze.data/v2:create", { context, parameters });
}

function diversify({ raw, context }: Intruder, generator: string): Promise<Answer> {
  const body = `{"context":${JSON.stringify(context)},"parameters":{"num_assemblies":2,"generator":${generator}}}`;
  return raw("POST", "/task/diversify/v2:create", body);
}

const TASKS: RequestAttack[] = [
  {
    name: "generators 25,000 levels deep",
    send: (attacker) =>
      diversify(attacker, `${'{"type":"CHAINED","ensemble":['.repeat(25_000)}1${"]}".repeat(25_000)}`),
    status: 422,
    says: "nested at most 200 levels deep",
  },
  {
    name: "15,000 parallel generators",
    send: (attacker) =>
      diversify(
        attacker,
        JSON.stringify({ type: "PARALLEL", ensemble: list(15_000, () => ({ type: "PARALLEL" })) }),
      ),
    status: 422,
    says: "At most 10 generators can be combined",
  },
  {
    name: "a dataset from a foreign catalog",
    send: (attacker, { lab }) =>
      analyze(attacker, { kind: "QUERY", query: `SELECT * FROM "${lab.name}".main.secrets` }),
    status: 400,
    says: "There is no catalog",
  },
  {
    name: "a foreign version of a dataset",
    send: (attacker, { versionId }) =>
      analyze(attacker, { kind: "TABLE", table: "secrets", version_id: versionId }),
    status: 404,
    says: "version_not_found",
  },
  {
    name: "a task in a foreign project",
    send: ({ post }, { lab }) => {
      const context = { kind: "PROJECT", project_id: lab.projectId };
      const parameters = {
        dataset: { kind: "TABLE", table: "secrets" },
        reference: { monomer: SEQUENCE },
        assays: [{ assay_id: "id" }],
      };
      return post("/task/analyze.data/v2:create", { context, parameters });
    },
    status: 404,
    says: "project_not_found",
  },
];

/** Requests with text that a worker process evaluates. */
export const STATEMENT_ATTACKS: Record<string, readonly RequestAttack[]> = {
  "SQL that reaches beyond the tables": QUERIES,
  "statements in Trino's protocol": STATEMENTS,
  "conditions and plans of erasures": ERASURES,
  "parameters of tasks": TASKS,
};
