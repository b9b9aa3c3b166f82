import { describe, expect, test } from "vitest";
import { columnRoles } from "#client/columnRoles.ts";
import type { components } from "#client/schema.ts";
import { fitTable, nearestTable } from "#console/pages/import/fitTable.ts";

type Table = components["schemas"]["Table"];

const column = (name: string, type: string, kind: string | null = null) => ({
  name,
  type,
  nullable: true,
  metadata: { kind },
});
const table = (reference: string, ...columns: object[]) => ({ reference, columns }) as unknown as Table;
const config = (...columns: object[]) => ({ format: "CSV", columns }) as never;

const PLATES = table(
  "plates",
  column("mutant", "STRING"),
  column("sequence", "STRING"),
  column("tm", "FLOAT64"),
);
const TEXTS = table(
  "texts",
  column("mutant", "STRING"),
  column("sequence", "STRING", "NONE"),
  column("tm", "FLOAT64"),
);

describe("a file for an existing table", () => {
  test("decimals for an INT64 column are stored in an additional column on request", () => {
    const counts = table("counts", column("mutant", "STRING"), column("inhibition", "INT64"));
    const file = { columns: [column("mutant", "STRING"), column("inhibition", "FLOAT64")], format: "CSV" };
    const typesOf = (chosen: object) =>
      fitTable(chosen as never, counts).columns.map(({ name, type, source_name }) => [
        name,
        type,
        source_name,
      ]);
    expect(typesOf(file)[1]).toEqual(["inhibition", "INT64", "inhibition"]);
    expect(typesOf({ ...file, decimals: "NEW_COLUMN" })[1]).toEqual([
      "inhibition_decimal",
      "FLOAT64",
      "inhibition",
    ]);
  });

  test("columns get the table's names and types, and additional columns are kept", () => {
    const file = config(
      { ...column("Mutant", "STRING"), missing_values: ["n.d."] },
      column("tm", "INT64"),
      column("note", "STRING"),
    );
    expect(fitTable(file, PLATES).columns).toEqual([
      { ...column("mutant", "STRING"), source_name: "Mutant", missing_values: ["n.d."] },
      { ...column("tm", "FLOAT64"), source_name: "tm" },
      column("note", "STRING"),
    ]);
    expect(fitTable(file, undefined)).toBe(file);
  });

  test("a single sequence or mutation column is matched by its cells to the table's column, unless it was renamed", () => {
    const known = table(
      "screen",
      column("protein_seq", "STRING", "AMINO_ACIDS"),
      column("mutant", "STRING"),
      column("activity", "FLOAT64"),
    );
    const cells: Record<string, string[]> = {
      protein_seq: ["MKTAYIAKQR", "MKTAYIAKQW"],
      mutant: ["A1G", "K2R"],
      sequence: ["MKTAYIAKQR", "MKTAYIAKQW"],
      "Sequence (AA)": ["MKTAYIAKQR", "MKTAYIAKQW"],
      parent: ["MKTAYIAKQR", "MKTAYIAKQW"],
      changed: ["p.Ala1Gly", "p.Lys2Arg"],
      name: ["D001", "D002"],
      mutation: ["first", "second"],
    };
    const rolesOf = (columns: readonly { name: string; type: string; source_name?: string }[]) =>
      columnRoles(
        columns.map((one) => ({ ...one, name: one.source_name ?? one.name })),
        ({ name }) => cells[name] ?? [],
      );
    const file = (...columns: object[]) => {
      const given = config(...columns) as { columns: { name: string; type: string; source_name?: string }[] };
      const roles = { file: rolesOf(given.columns), table: rolesOf(known.columns) };
      return fitTable(given as never, known, roles).columns.map(({ name }) => name);
    };
    const sequence = column("sequence", "STRING", "AMINO_ACIDS");
    const mutations = column("changed", "STRING");
    expect(file(column("name", "STRING"), sequence, mutations)).toEqual(["name", "protein_seq", "mutant"]);
    // A matching name is irrelevant if the cells contain something else.
    expect(file(column("mutation", "STRING"), mutations)).toEqual(["mutation", "mutant"]);
    expect(file({ ...sequence, name: "parent", source_name: "sequence" })).toEqual(["parent"]);
    expect(file(sequence, { ...sequence, name: "parent" })).toEqual(["sequence", "parent"]);
    expect(file({ ...sequence, name: "sequence_aa", source_name: "Sequence (AA)" })).toEqual(["protein_seq"]);
  });

  test("a file is assigned to a table that has all but one of its columns", () => {
    const whole = [
      column("mutant", "STRING"),
      column("sequence", "STRING", "AMINO_ACIDS"),
      column("tm", "INT64"),
    ];
    expect(nearestTable([TEXTS, PLATES], config(...whole))?.reference).toBe("plates");
    expect(nearestTable([PLATES], config(...whole, column("ph", "FLOAT64")))?.reference).toBe("plates");
    expect(nearestTable([PLATES], config(...whole.slice(0, 2)))?.reference).toBe("plates");
    const more = [column("ph", "FLOAT64"), column("buffer", "STRING")];
    expect(nearestTable([PLATES], config(...whole, ...more))).toBeUndefined();
    expect(nearestTable([PLATES], config(column("tm", "FLOAT64")))).toBeUndefined();
    // Tables of plates have more columns than a plate without its layout.
    const wide = table("wide", ...whole, ...more);
    expect(nearestTable([wide], config(...whole))?.reference).toBe("wide");
    expect(nearestTable([wide], config(...whole.slice(0, 2)))).toBeUndefined();
    // The strings in the table are not sequences.
    expect(nearestTable([TEXTS], config(...whole))).toBeUndefined();
  });
});
