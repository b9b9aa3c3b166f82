/** One value of each Trino type, as an expression. */
export const SAMPLES: Record<string, string> = {
  boolean: "true",
  tinyint: "TINYINT '5'",
  smallint: "SMALLINT '300'",
  integer: "7",
  bigint: "BIGINT '5000000000'",
  real: "REAL '1.5'",
  double: "2.5E0",
  decimal: "1.25",
  longDecimal: "CAST(12345678901234567890.123 AS decimal(30,3))",
  varchar: "CAST('abc' AS varchar)",
  literal: "'ab'",
  char: "CAST('ab' AS char(4))",
  date: "DATE '2024-02-29'",
  timestamp: "TIMESTAMP '2024-02-29 10:11:12.345'",
  time: "TIME '10:11:12'",
  zoned: "TIMESTAMP '2024-02-29 10:11:12 Europe/Berlin'",
  dayInterval: "INTERVAL '2' DAY",
  monthInterval: "INTERVAL '3' MONTH",
  array: "ARRAY[1, 2]",
  row: "ROW(1, 'a')",
  map: "MAP(ARRAY['k'], ARRAY[1])",
  json: "JSON '{\"a\":1}'",
  varbinary: "X'65'",
  null: "NULL",
};

export const NUMBERS = [
  "tinyint",
  "smallint",
  "integer",
  "bigint",
  "real",
  "double",
  "decimal",
  "longDecimal",
  "null",
];

/** Values at the limits of types, by type. */
export const EDGES: Record<string, string[]> = {
  boolean: ["true", "false"],
  tinyint: ["TINYINT '-128'", "TINYINT '127'", "TINYINT '0'"],
  smallint: ["SMALLINT '-32768'", "SMALLINT '32767'"],
  integer: ["0", "-7", "2147483647"],
  lowest: ["INTEGER '-2147483648'"],
  bigint: ["BIGINT '9223372036854775807'", "-5000000000"],
  lowestBigint: ["BIGINT '-9223372036854775808'"],
  real: ["REAL '0.1'", "REAL '-2.5'", "CAST(nan() AS real)", "REAL '3.4e38'"],
  double: ["0e0", "1.5e0", "-2.5e0", "0.1e0", "1e-7", "1e20", "123456789.125e0"],
  // Trino treats 0e0 and -0e0 in one SELECT as the same expression.
  negativeZero: ["-0e0"],
  special: ["nan()", "infinity()", "-infinity()"],
  decimal: ["0.0", "-1.25", "2.5", "-2.5", "99.99", "0.001"],
  longDecimal: ["12345678901234567890.5", "-99999999999999999999.99", "CAST(0 AS decimal(38,10))"],
  varchar: ["''", "'a'", "'Straße'", "' x '", "'日本'", "'e\u0301a'", "'12'"],
  char: ["CAST('ab' AS char(4))", "CAST('' AS char(2))"],
  date: ["DATE '2024-02-29'", "DATE '1969-12-31'", "DATE '0001-01-01'"],
  timestamp: [
    "TIMESTAMP '2024-02-29 10:11:12.345'",
    "TIMESTAMP '1969-12-31 23:59:59.999999'",
    "TIMESTAMP '2024-01-31 00:00'",
  ],
  time: ["TIME '10:11:12.5'", "TIME '00:00'"],
  zoned: ["TIMESTAMP '2024-07-01 10:11:12 Europe/Berlin'", "TIMESTAMP '2024-01-31 00:00:00.000 UTC'"],
  dayInterval: ["INTERVAL '2' DAY", "INTERVAL '-90' SECOND"],
  monthInterval: ["INTERVAL '15' MONTH"],
  array: ["ARRAY[3, 1, NULL, 2]", "ARRAY[]"],
  texts: ["ARRAY['b', 'a', 'b']"],
  row: ["ROW(1, 'a')"],
  map: ["MAP(ARRAY['k', 'l'], ARRAY[1, 2])"],
  json: ['JSON \'{"a":[1,2.50,"x"]}\'', "JSON '[1]'", "JSON 'null'"],
  varbinary: ["X'65FF'", "X''"],
  null: ["NULL"],
};

/** Returns one SELECT per type, with a column for each of its values. */
export function overEdges(write: (value: string) => string, types = Object.keys(EDGES)): string[] {
  return types.map((type) => `SELECT ${(EDGES[type] ?? []).map(write).join(", ")}`);
}

/** Returns one SELECT per argument list: `calls("f", "1, 2", …)`. */
export function calls(name: string, ...lists: string[]): string[] {
  return lists.map((list) => `SELECT ${name}(${list})`);
}

/** Returns one SELECT for each expression in a string with one expression per line. */
export function selects(text: string): string[] {
  return lines(text).map((line) => `SELECT ${line}`);
}

/** Returns the nonempty lines of a string. */
export function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
