import { afterAll, beforeAll, describe, it } from "vitest";
import type { FileAttack } from "./fileAttacks.ts";
import { LARGE_PARQUET_ATTACKS } from "./parquetAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { withstandFile } from "./withstandFile.ts";

const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "word", type: "STRING" },
];
const ROWS = 400_000;

function rules(rule: (index: number) => object): object[] {
  return Array.from({ length: 1_000 }, (_, index) => ({ reason: "r", ...rule(index) }));
}

/** Rules of a load that are compared with many rows. */
const RULE_ATTACKS: FileAttack[] = [
  {
    name: "a thousand exclusions by value",
    options: { exclusions: rules((index) => ({ column: "word", value: `v${index}` })) },
  },
  {
    name: "a thousand corrections of the last rows",
    options: { corrections: rules((index) => ({ line: ROWS - 1_000 + index, column: "word", value: "x" })) },
  },
  {
    name: "a thousand corrections of one row",
    options: { corrections: rules((index) => ({ line: 2, column: `column ${index + 1}`, value: "x" })) },
  },
  { name: "100,000 excluded lines", options: { exclusions: [{ line: 2, last_line: 100_001, reason: "r" }] } },
].map((attack) => ({
  ...attack,
  format: "CSV",
  columns: COLUMNS,
  content: () =>
    `id,word\n${Array.from({ length: ROWS }, (_, index) => `${index},w${index % 7}`).join("\n")}\n`,
}));

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a file that takes long", () => {
  it.each([...LARGE_PARQUET_ATTACKS, ...RULE_ATTACKS])(
    "the file ($name) is loaded or refused with a message and affects no one else",
    (attack) => withstandFile(site, attack),
  );
});
