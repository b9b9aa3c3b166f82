import { type Column, type ColumnType, isName } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { keepMetadata } from "#shared/domain/columns/keepMetadata.ts";
import { boundColumns, extendColumns, requireNullableAdditions } from "#shared/domain/columns/loadColumns.ts";
import { requireViewColumns } from "#shared/domain/columns/requireViewColumns.ts";
import { updateColumns } from "#shared/domain/columns/updateColumns.ts";

function column(name: string, type: ColumnType = "STRING", nullable = true): Column {
  return { name, type, nullable, metadata: { description: null, deprecated: false } };
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 6 });
const types = fc.constantFrom<ColumnType>("BOOL", "INT64", "FLOAT64", "STRING", "DATE", "TIMESTAMP");
const columns = names.chain((list) =>
  fc
    .tuple(...list.map(() => fc.tuple(types, fc.boolean())))
    .map((rest) => list.map((name, index) => column(name, rest[index]?.[0], rest[index]?.[1]))),
);

describe("the columns of a request", () => {
  it("columns get defaults", () => {
    expect(columnsFrom([{ name: "fitness", type: "FLOAT64" }], ["body"])).toEqual([
      column("fitness", "FLOAT64"),
    ]);
  });

  it("column names are unique, ignoring case", () => {
    expect(() =>
      columnsFrom(
        [
          { name: "a", type: "BOOL" },
          { name: "A", type: "BOOL" },
        ],
        ["body"],
      ),
    ).toThrow(DomainError);
  });

  it("a STRUCT requires fields, and an ARRAY requires an item type", () => {
    expect(() => columnsFrom([{ name: "a", type: "STRUCT" }], ["body"])).toThrow(DomainError);
    expect(() => columnsFrom([{ name: "a", type: "ARRAY" }], ["body"])).toThrow(DomainError);
  });

  it("the nesting of columns is limited", () => {
    const deep = (levels: number): { type: "ARRAY" | "INT64"; item_type?: never } =>
      levels === 0 ? { type: "INT64" } : { type: "ARRAY", item_type: deep(levels - 1) as never };
    expect(columnsFrom([{ name: "a", ...deep(7) }], ["body"])).toHaveLength(1);
    expect(() => columnsFrom([{ name: "a", ...deep(8) }], ["body"])).toThrow(DomainError);
  });
});

describe("an update of a table's columns", () => {
  it("an update may repeat columns", () => {
    fc.assert(
      fc.property(columns, (list) => {
        expect(updateColumns(list, list, [])).toEqual(list);
      }),
    );
  });

  it("an update may add nullable columns and make others nullable", () => {
    const wanted = [column("a", "STRING", true), column("b", "INT64", true)];
    expect(updateColumns([column("a", "STRING", false)], wanted, [])).toEqual(wanted);
  });

  it("an update keeps omitted metadata, including fields of structures", () => {
    const described = (name: string, description: string | null, deprecated = false): Column => ({
      ...column(name),
      metadata: { description, deprecated },
    });
    const list = (name: string): Column => ({ ...described(name, "the list", true), type: "ARRAY" });
    const struct = { type: "STRUCT" as const, nullable: true, columns: [described("inner", "of a field")] };
    const current = [described("a", "old", true), described("b", "old"), { ...list("l"), item_type: struct }];
    const input = [
      {
        name: "l",
        type: "ARRAY" as const,
        item_type: { ...struct, columns: [{ name: "inner", type: "STRING" as const }] },
      },
      { name: "a", type: "STRING" as const, metadata: { description: null } },
      { name: "b", type: "STRING" as const, metadata: { deprecated: true } },
      { name: "c", type: "STRING" as const, metadata: { description: "new" } },
    ];
    const wanted = updateColumns(current, columnsFrom(input, []), []);
    expect(keepMetadata(current, wanted, input)).toEqual([
      current[2],
      described("a", null, true),
      described("b", "old", true),
      described("c", "new"),
    ]);
  });

  it("an update never removes a column", () => {
    fc.assert(
      fc.property(columns, fc.nat(), (list, at) => {
        const kept = list.toSpliced(at % list.length, 1);
        expect(() => updateColumns(list, [...kept, column("longerthanall")], [])).toThrow(DomainError);
      }),
    );
  });

  it.each([
    ["renames one, even in case", [column("A")]],
    ["retypes one", [column("a", "INT64")]],
    ["makes one non-nullable", [column("a", "STRING", false)]],
    ["adds a non-nullable one", [column("a"), column("b", "STRING", false)]],
  ])("an update never %s", (_, wanted) => {
    expect(() => updateColumns([column("a")], wanted, [])).toThrow(DomainError);
  });
});

describe("the columns of a load", () => {
  it("a load adds missing columns to a table and keeps the others", () => {
    fc.assert(
      fc.property(columns, (list) => {
        const added = column("longerthanall", "DATE");
        expect(extendColumns(list, [...list, added], "t")).toEqual([...list, added]);
      }),
    );
  });

  it("a load describes only columns without a description", () => {
    const described = (name: string, description: string | null): Column => ({
      ...column(name),
      metadata: { description, deprecated: false },
    });
    const current = [described("a", null), described("b", "of the table"), described("c", null)];
    const stated = [described("A", "in °C"), described("b", "of the load"), described("c", null)];
    expect(extendColumns(current, stated, "t")).toEqual([
      described("a", "in °C"),
      described("b", "of the table"),
      described("c", null),
    ]);
    const long = "x".repeat(10_000);
    const many = Array.from({ length: 36 }, (_, index) => described(`c${index}`, null));
    const tooLong = many.map((one) => ({ ...one, metadata: { ...one.metadata, description: long } }));
    expect(extendColumns(many, tooLong, "t")).toEqual(many);
  });

  it("a load may omit only nullable columns", () => {
    const table = [column("a", "STRING", false), column("b")];
    expect(extendColumns(table, [column("a", "STRING", false)], "t")).toEqual(table);
    expect(() => extendColumns(table, [column("b")], "t")).toThrow('"a"');
  });

  it("a load must have the table's types", () => {
    expect(() => extendColumns([column("a", "INT64")], [column("a", "FLOAT64")], "t")).toThrow(
      "INT64, not FLOAT64",
    );
  });

  it("the file's header is matched to the table's spelling", () => {
    const bound = boundColumns([column("Fitness", "FLOAT64", false)], [column("fitness", "FLOAT64")]);
    expect(bound).toEqual([{ ...column("Fitness", "FLOAT64", false), source_name: "fitness" }]);
  });
});

describe("added columns", () => {
  it("added columns must be nullable, and the first non-nullable one is identified by position", () => {
    fc.assert(
      fc.property(columns, columns, (current, stated) => {
        const known = new Set(current.map(({ name }) => name));
        const index = stated.findIndex(({ name, nullable }) => !nullable && !known.has(name));
        const check = (): void =>
          requireNullableAdditions(current, stated, "t", (place) => ["columns", place]);
        if (index < 0) expect(check).not.toThrow();
        else {
          const problems = [expect.objectContaining({ loc: ["columns", index] })];
          expect(check).toThrow(expect.objectContaining({ kind: "invalid", problems }));
        }
      }),
    );
  });
});

describe("the columns of a view", () => {
  it("view columns and their fields have valid names that are unique ignoring case", () => {
    const struct = (...names: string[]): Column => ({
      ...column("s", "STRUCT"),
      columns: names.map((name) => column(name)),
    });
    const list: Column = { ...column("l", "ARRAY"), item_type: struct("a b") };
    expect(() => requireViewColumns([column("a"), column("_col0"), struct("a", "b")])).not.toThrow();
    for (const wrong of [[column("a"), column("A")], [column("a b")], [struct("x", "X")], [list]]) {
      expect(() => requireViewColumns(wrong)).toThrow(DomainError);
    }
  });
});

describe("a name", () => {
  it.each(["a", "_a", "A1_b", "x".repeat(128)])("a name can be %s", (name) =>
    expect(isName(name)).toBe(true),
  );
  it.each(["", "1a", "a b", "a.b", "__a", "ä", "a-b", "x".repeat(129), 'a"'])("a name cannot be %j", (name) =>
    expect(isName(name)).toBe(false),
  );
});

describe("a load without a column", () => {
  it("a load without a required column is refused", () => {
    const table = [column("id"), column("tm", "FLOAT64", false)];
    expect(() => extendColumns(table, [column("id")], "variants")).toThrow(
      expect.objectContaining({ code: "column_missing" }),
    );
  });
});
