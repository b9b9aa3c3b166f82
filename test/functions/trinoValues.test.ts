import { beforeAll, expect, it } from "vitest";
import { type Lab, sharedLab } from "../support/lab.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

/** Returns the text of the rows that clients of Trino's protocol receive, because JavaScript numbers are not exact. */
async function rowsText(sql: string): Promise<string> {
  const headers = { authorization: `Bearer ${lab.token}`, "x-trino-catalog": lab.name };
  const started = await fetch(`${lab.regionUrl}/v1/statement`, { method: "POST", body: sql, headers });
  const { nextUri } = (await started.json()) as { nextUri: string };
  const text = await (await fetch(nextUri, { headers })).text();
  const { error } = JSON.parse(text);
  if (error) throw new Error(error.message);
  return text.slice(text.indexOf('"data":') + '"data":'.length, text.lastIndexOf(',"stats":'));
}

const VALUES: [sql: string, json: string][] = [
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775807 - 1", "-9223372036854775808"],
  ["DECIMAL '99999999999999999999999999999999999999'", '"99999999999999999999999999999999999999"'],
  ["CAST(DECIMAL '-0.05' AS DECIMAL(2, 2))", '"-0.05"'],
  ["nan()", '"NaN"'],
  ["ARRAY[infinity(), -infinity(), nan(), NULL, -0e0]", '["Infinity","-Infinity","NaN",null,-0.0]'],
  ["CAST(nan() AS REAL)", '"NaN"'],
  ["5e-324", "5e-324"],
  ["true", "true"],
  ["CAST('ab' AS CHAR(4))", '"ab  "'],
  ["ARRAY[CAST('a' AS CHAR(2)), NULL]", '["a ",null]'],
  ["'a\"\\' || chr(10) || chr(9) || chr(1) || U&'\\2028'", '"a\\"\\\\\\n\\t\\u0001\u2028"'],
  ["X'00ff'", '"AP8="'],
  ["ARRAY[X'', X'ff']", '["","/w=="]'],
  ["DATE '0001-01-01'", '"0001-01-01"'],
  ["TIME '01:02:03.000001'", '"01:02:03.000001"'],
  ["TIMESTAMP '2020-01-01 12:00:00'", '"2020-01-01 12:00:00"'],
  ["TIMESTAMP '2020-01-01 12:00:00.12'", '"2020-01-01 12:00:00.12"'],
  ["TIMESTAMP '2020-01-01 12:00:00.123456789012'", '"2020-01-01 12:00:00.123456789012"'],
  [
    "ARRAY[TIMESTAMP '2020-07-01 12:00:00.1234567 Europe/Berlin']",
    '["2020-07-01 12:00:00.1234567 Europe/Berlin"]',
  ],
  ["TIME '12:00:00.1234567'", '"12:00:00.1234567"'],
  ["ROW(TIME '12:00:00.5 +05:30')", '["12:00:00.5+05:30"]'],
  ["TIMESTAMP '2020-07-01 12:00:00.123 Europe/Berlin'", '"2020-07-01 12:00:00.123 Europe/Berlin"'],
  ["TIMESTAMP '2020-07-01 12:00:00 +05:30'", '"2020-07-01 12:00:00 +05:30"'],
  ["ARRAY[TIMESTAMP '2020-07-01 12:00:00 UTC']", '["2020-07-01 12:00:00 UTC"]'],
  ["INTERVAL '1' DAY", '"1 00:00:00.000"'],
  ["INTERVAL '14' MONTH", '"1-2"'],
  [`JSON '{"a": [1, "x"]}'`, '"{\\"a\\":[1,\\"x\\"]}"'],
  [`ARRAY[JSON '"a"', JSON 'null']`, '["\\"a\\"","null"]'],
  ["CAST(ROW(1, NULL, 'x') AS ROW(a BIGINT, b DOUBLE, c VARCHAR))", '[1,null,"x"]'],
  ["CAST(NULL AS ROW(a BIGINT))", "null"],
  ["ARRAY[ROW(1, ARRAY[ROW(nan(), NULL)]), NULL]", '[[1,[["NaN",null]]],null]'],
  ["CAST(ARRAY[] AS ARRAY(BIGINT))", "[]"],
  ["ARRAY[ARRAY[], NULL, ARRAY[1]]", "[[],null,[1]]"],
  ["MAP()", "{}"],
  ["MAP(ARRAY['a\"', ''], ARRAY[ARRAY[1], NULL])", '{"a\\"":[1],"":null}'],
  ["MAP(ARRAY[1, 2], ARRAY[MAP(ARRAY[true], ARRAY[nan()]), NULL])", '{"1":{"true":"NaN"},"2":null}'],
  ["MAP(ARRAY[DATE '2020-01-01'], ARRAY[DECIMAL '1.50'])", '{"2020-01-01":"1.50"}'],
  ["UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", '"12151fd2-7586-11e9-8f9e-2a86e4085a59"'],
  ["NULL", "null"],
];

it("values of every type are encoded as the JSON that Trino clients expect", async () => {
  const found = await rowsText(`SELECT ${VALUES.map(([sql]) => sql).join(", ")}`);
  const expected = VALUES.map(([, json]) => json);
  expect(found).toBe(`[[${expected.join(",")}]]`);
});
