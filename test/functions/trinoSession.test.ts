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
      "system.runtime.transactions",
      "system.jdbc.attributes",
    ])
      expect(await rows(`SELECT * FROM ${table}`), table).toEqual([]);
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
