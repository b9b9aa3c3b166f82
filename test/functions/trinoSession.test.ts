import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { trinoClient } from "../support/trinoClient.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
});

async function rows(sql: string): Promise<unknown[][]> {
  const { body } = await trinoClient(lab).first(sql);
  expect(body.error, sql).toBeUndefined();
  return body.data ?? [];
}

describe("transactions", () => {
  it.each([
    "START TRANSACTION",
    "START TRANSACTION READ ONLY",
    "START TRANSACTION ISOLATION LEVEL READ UNCOMMITTED, READ WRITE",
  ])("%s gives the client the id of a transaction, in which queries run", async (sql) => {
    const { first } = trinoClient(lab);
    const { body, headers } = await first(sql);
    expect(body.updateType).toBe("START TRANSACTION");
    const id = headers.get("x-trino-started-transaction-id") ?? "";
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const query = await first("SELECT 1", { "x-trino-transaction-id": id });
    expect(query.body.data).toEqual([[1]]);
  });

  it.each(["COMMIT", "ROLLBACK", "COMMIT WORK", "ROLLBACK;"])("%s clears the transaction", async (sql) => {
    const { body, headers } = await trinoClient(lab).first(sql);
    expect(body.updateType).toBe(sql.startsWith("COMMIT") ? "COMMIT" : "ROLLBACK");
    expect(headers.get("x-trino-clear-transaction-id")).toBe("true");
  });

  it.each([
    "START TRANSACTION ISOLATION LEVEL SERIALIZABLE",
    "START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "START TRANSACTION now",
    "COMMIT it",
  ])("%s is refused, because queries read the latest version", async (sql) => {
    expect((await trinoClient(lab).first(sql)).body.error).toBeDefined();
  });
});

describe("the time zone", () => {
  const ZONE = "SELECT current_timezone(), hour(from_unixtime(0))";

  it("is that of the client's header, unless the session sets another one", async () => {
    const { rows } = trinoClient(lab);
    expect(await rows(ZONE)).toEqual([["UTC", 0]]);
    const headers = { "x-trino-time-zone": "Asia/Kolkata" };
    expect(await rows(ZONE, headers)).toEqual([["Asia/Kolkata", 5]]);
    const session = { "x-trino-session": "query_priority=1,time_zone_id=America%2FNew_York" };
    expect(await rows(ZONE, { ...headers, ...session })).toEqual([["America/New_York", 19]]);
  });

  it("also applies to a query that is executed separately from its request", async () => {
    const sql =
      "SELECT current_timezone(), count(rpad('', 200, 'x')) FROM UNNEST(sequence(1, 10000)) a (x), UNNEST(sequence(1, 10000)) b (y), UNNEST(sequence(1, 10)) c (z) WHERE (x * y + z) % 7 = 3";
    const [row] = await trinoClient(lab).rows(sql, { "x-trino-time-zone": "Asia/Kolkata" });
    expect(row?.[0]).toBe("Asia/Kolkata");
  });

  it.each([
    ["SET TIME ZONE 'Europe/Berlin'", "x-trino-set-session", "time_zone_id=Europe%2FBerlin"],
    ["SET TIME ZONE INTERVAL '-10' HOUR", "x-trino-set-session", "time_zone_id=-10%3A00"],
    ["SET TIME ZONE INTERVAL - '08:30' HOUR TO MINUTE;", "x-trino-set-session", "time_zone_id=-08%3A30"],
    ["SET TIME ZONE LOCAL", "x-trino-clear-session", "time_zone_id"],
  ])("%s changes the client's session", async (sql, header, value) => {
    const { body, headers } = await trinoClient(lab).first(sql);
    expect(body.updateType).toBe("SET TIME ZONE");
    expect(headers.get(header)).toBe(value);
  });

  it.each([
    ["SET TIME ZONE 'Europe/Nowhere'", "NOT_SUPPORTED"],
    ["SET TIME ZONE 5", "SYNTAX_ERROR"],
    ["SET TIME 'UTC'", "SYNTAX_ERROR"],
  ])("%s is refused", async (sql, errorName) => {
    expect((await trinoClient(lab).first(sql)).body.error).toMatchObject({ errorName });
  });

  it("a header with an unknown time zone is an error of the statement", async () => {
    const { body } = await trinoClient(lab).first("SELECT 1", { "x-trino-time-zone": "Mars/Olympus" });
    expect(body.error).toMatchObject({ errorName: "NOT_SUPPORTED" });
    expect(body.error.message).toContain("Mars/Olympus");
  });
});

describe("session properties", () => {
  it.each(["join_distribution_type = 'BROADCAST'", "query_priority = 2", "spill_enabled = true"])(
    "%s is accepted, and has no effect",
    async (assignment) => {
      const { body } = await trinoClient(lab).first(`SET SESSION ${assignment}`);
      expect([body.error, body.updateType]).toEqual([undefined, "SET SESSION"]);
    },
  );

  it.each(["query_priority = 'high'", "spill_enabled = 1", "time_zone_id = 'nowhere'"])(
    "%s is refused, because the value is invalid",
    async (assignment) => {
      const { body } = await trinoClient(lab).first(`SET SESSION ${assignment}`);
      expect(body.error).toBeDefined();
    },
  );
});

describe("tables about the server", () => {
  it("lists the catalog, a node and no privileges or roles", async () => {
    expect(await rows("SELECT catalog_name, connector_name FROM system.metadata.catalogs")).toEqual([
      [lab.name, "protein_data_platform"],
    ]);
    expect(await rows("SELECT coordinator, state FROM system.runtime.nodes")).toEqual([[true, "active"]]);
    for (const table of [
      "information_schema.table_privileges",
      "information_schema.roles",
      "information_schema.enabled_roles",
      "information_schema.applicable_roles",
      "system.runtime.queries",
      "system.runtime.tasks",
      "system.runtime.transactions",
      "system.jdbc.attributes",
    ])
      expect(await rows(`SELECT * FROM ${table}`), table).toEqual([]);
  });

  it("drivers see the descriptions of tables as they are now", async () => {
    const table = (reference: string, description: string | null) => ({
      ...{ reference, kind: "TABLE", description, columns: [{ name: "a", type: "STRING" }] },
    });
    await lab.api.post("/data/table:create", table("plain", null));
    await lab.api.post("/data/table:create", table("noted", "Old plates"));
    const remarks = () =>
      rows("SELECT table_name, remarks FROM system.jdbc.tables WHERE table_name LIKE '%n%' ORDER BY 1");
    expect(await remarks()).toEqual([
      ["noted", "Old plates"],
      ["plain", null],
    ]);
    await lab.api.post("/data/table:update?reference=plain", { description: "New plates" });
    await lab.api.post("/data/table:update?reference=noted", { description: null });
    expect(await remarks()).toEqual([
      ["noted", null],
      ["plain", "New plates"],
    ]);
    expect(
      await rows("SELECT comment FROM system.metadata.table_comments WHERE table_name = 'plain'"),
    ).toEqual([["New plates"]]);
  });

  it.each(["SHOW ROLES", "SHOW CURRENT ROLES", "SHOW ROLE GRANTS", "SHOW GRANTS", "SHOW GRANTS ON TABLE t"])(
    "%s returns no rows: members and their permissions are managed by the identity provider",
    async (sql) => {
      const { body } = await trinoClient(lab).first(sql);
      expect(body.error, sql).toBeUndefined();
      expect(body.columns.length).toBeGreaterThan(0);
      expect(body.data ?? []).toEqual([]);
    },
  );
});
