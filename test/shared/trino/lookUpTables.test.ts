import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import { describe, expect, it } from "vitest";
import { column } from "#test/shared/engines/parquetLake.ts";

describe("the tables of a query", () => {
  /** Resolver that responds only when multiple lookups are waiting for it at the same time. */
  const waitingFor = (
    count: number,
    resolve: ResolveRelation,
  ): { resolve: ResolveRelation; asked: string[] } => {
    const asked: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open = done;
    });
    return {
      asked,
      resolve: async (reference, version) => {
        asked.push(reference);
        if (asked.length === count) open();
        await gate;
        return resolve(reference, version);
      },
    };
  };
  const found: ResolveRelation = async () => ({ kind: "TABLE", columns: [column("a", "INT64")], files: [] });

  it("a query's tables are looked up together, and each only once", async () => {
    const { resolve, asked } = waitingFor(3, found);
    const compiled = await compileQuery(
      "SELECT x.a FROM x JOIN y ON x.a = y.a WHERE x.a IN (SELECT a FROM z) OR x.a IN (SELECT a FROM Y)",
      { resolve },
    );
    expect(asked).toEqual(["x", "y", "z"]);
    expect(compiled.relations.map(({ name, reference }) => [name, reference])).toEqual([
      ["t1", "x"],
      ["t2", "y"],
      ["t3", "z"],
    ]);
  });

  it("unknown tables are reported in text order", async () => {
    const { resolve } = waitingFor(2, async (reference) => {
      throw new DomainError("malformed", "unknown_table", `There is no table "${reference}".`);
    });
    await expect(compileQuery("SELECT 1 FROM one, two", { resolve })).rejects.toThrow(
      'There is no table "one" (line 1, column 15).',
    );
  });
});
