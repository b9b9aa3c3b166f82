import { expect, test } from "vitest";
import type { components } from "#client/schema.ts";
import {
  columnFrom,
  columnsFrom,
  editedColumns,
  problemOfAdded,
} from "#console/pages/table/editedColumns.ts";
import { COLUMN_TYPES } from "#console/parts/columnTypes.ts";

const columns = [
  { name: "tm", type: "FLOAT64", nullable: true, metadata: { description: "°C", deprecated: false } },
] as components["schemas"]["Table"]["columns"];
const typeOf = (label: string) => COLUMN_TYPES.findIndex((choice) => choice.label === label);

test("edited descriptions keep the type of a column, and an empty one is removed", () => {
  expect(editedColumns({ columns })).toEqual([{ description: "°C", isDeprecated: false }]);
  expect(columnsFrom({ columns }, [{ description: " ", isDeprecated: true }])).toEqual([
    { ...columns[0], metadata: { description: null, deprecated: true } },
  ]);
});

test("the header of an added column becomes its name, and its unit the description", () => {
  const added = { name: "Expression (mg/L)", type: typeOf("sequence (DNA)"), description: "" };
  expect(columnFrom(added)).toEqual({
    name: "expression_mg_per_l",
    type: "STRING",
    nullable: true,
    metadata: { description: "Expression (mg/L)", kind: "DNA" },
  });
});

test("added columns need different names", () => {
  const added = (...names: string[]) => names.map((name) => ({ name, type: 0, description: "" }));
  expect(problemOfAdded({ columns }, added("activity"))).toBeNull();
  expect(problemOfAdded({ columns }, added("activity", " "))).toBe("A new column needs a name.");
  expect(problemOfAdded({ columns }, added("TM"))).toBe('There are two columns named "tm".');
});
