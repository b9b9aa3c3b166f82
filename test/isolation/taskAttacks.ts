const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(", ");

const wide = (columns: number): string =>
  `(SELECT ${list(columns, (index) => `id AS c${index}`)} FROM variants) v`;

/** Maximum length of a dataset query in a task, in characters; task parameters may be up to 64 KB. */
const MAX_CHARACTERS = 55_000;
const repeated = (before: string, unit: string, after = ""): string =>
  before + unit.repeat(Math.floor((MAX_CHARACTERS - before.length - after.length) / unit.length)) + after;

/** Dataset queries that are expensive to compile because they are long, deep or wide. */
export const DATASET_ATTACKS: { name: string; query: string }[] = [
  { name: "2,000 stars over 1,000 columns", query: `SELECT ${list(2_000, () => "v.*")} FROM ${wide(1_000)}` },
  {
    name: "10,000 stars over 1,000 columns",
    query: `SELECT ${list(10_000, () => "v.*")} FROM ${wide(1_000)}`,
  },
  {
    name: "a chain of 400 WITH queries of 2,500 columns",
    query: `WITH w0 AS (SELECT * FROM ${wide(2_500)}), ${list(400, (index) => `w${index + 1} AS (SELECT * FROM w${index})`)} SELECT * FROM w400`,
  },
  {
    name: "a star over 450 tables of 60 columns",
    query: `WITH v AS (SELECT * FROM ${wide(60)}) SELECT * FROM ${list(450, (index) => `v AS v${index}`)}`,
  },
  {
    name: "a star over 90 joins",
    query: `WITH v AS (SELECT * FROM ${wide(1_000)}) SELECT * FROM v AS a ${Array.from({ length: 90 }, (_, index) => `JOIN v AS b${index} ON true`).join(" ")}`,
  },
  {
    name: "stars beside a hidden column",
    query: `SELECT ${list(5_000, () => "*")}, t0."$line" FROM ${list(100, (index) => `variants AS t${index}`)}`,
  },
  {
    name: "a row of 500 fields, opened 400 times",
    query: `SELECT ${list(400, () => "r.*")} FROM (SELECT CAST(ROW(${list(500, () => "1")}) AS ROW(${list(500, (index) => `f${index} integer`)})) AS r) t`,
  },
  {
    name: "400 WITH queries with 100 columns that each sum the one before",
    query: `WITH w0 AS (SELECT * FROM ${wide(100)}), ${list(400, (index) => `w${index + 1} AS (SELECT *, c0 + c1 AS d${index} FROM w${index})`)} SELECT * FROM w400`,
  },
  { name: "parentheses", query: repeated("SELECT ", "(") },
  { name: "CASE within CASE", query: repeated("SELECT ", "CASE WHEN true THEN ") },
  { name: "an IN list", query: repeated("SELECT * FROM variants WHERE id IN (1", ", 1", ")") },
  {
    name: "500 windows",
    query: `SELECT 1 FROM variants WINDOW ${list(3_000, (index) => `w${index} AS ()`)}`,
  },
];

/** Regular expressions in requirements, at most ten per task. */
export const MOTIF_ATTACKS: { name: string; motif: string }[] = [
  { name: "counted groups within each other", motif: "((A{1,15}C{1,15}){1,15}D{1,15}){1,15}" },
  { name: "a set far from the end", motif: "A.{14}(C|D|E|F|G|H|I|K)" },
  { name: "many alternatives with a common beginning", motif: `(${"A.{0,9}C|".repeat(20)}D)` },
];
