import { EDGES, overEdges, SAMPLES, selects } from "./samples.ts";

const TARGETS =
  "boolean tinyint smallint integer bigint real double decimal(10,2) decimal(38,0) varchar varchar(3) char(5) date time timestamp timestamp(6) timestamp(0) time(0) json varbinary array(bigint) array(varchar) row(a_bigint,b_varchar) map(varchar,double)"
    .split(" ")
    .map((type) => type.replace("row(a_bigint,b_varchar)", "row(a bigint, b varchar)"));

const TEXTS: Record<string, string[]> = {
  boolean: ["true", "TRUE", "t", "T", "1", "0", "f", "false", "yes", "no", "y", "on", "", " true", "2"],
  tinyint: ["1", "127", "128", "-128", "1.5", "", "+1", " 1"],
  integer: [
    "1",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "1_000",
    "0x1F",
    "2147483648",
    "",
    " 1",
    "1 ",
    "٣",
    "abc",
    "00012",
  ],
  bigint: ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "1_000", "1.9"],
  double:
    "1 1.5 -1.5e10 1e400 1e-400 nan NaN NAN inf Infinity +Infinity -Infinity infinity 1_000 1d 1f 0x1p3 .5 5. 1e5 +1.5".split(
      " ",
    ),
  real: ["1.1", "1e39", "NaN", "inf", "16777217"],
  "decimal(5,2)": [
    "1.005",
    "1.015",
    "-1.005",
    "999.99",
    "999.995",
    "1000",
    "1e2",
    "",
    "1_0",
    " 1",
    "abc",
    ".5",
    "5.",
  ],
  "decimal(38,10)": ["1234567890123456789012345678.0123456789", "0.00000000005"],
  date: "2024-01-01 2024-1-1 2024/01/01 20240101 01-01-2024 2024-02-30 2024-01-01T00:00:00 +2024-01-01 -0001-01-01 0000-01-01 99999-01-01"
    .split(" ")
    .concat(["", " 2024-01-01", "2024-01-01 ", "2024-01-01 10:00:00", "today"]),
  timestamp: [
    "2024-01-01",
    "2024-01-01 10:11",
    "2024-01-01 10:11:12",
    "2024-01-01 10:11:12.3456",
    "2024-01-01 10:11:12.9999",
    "2024-01-01T10:11:12",
    "2024-01-01 10:11:12 UTC",
    "2024-01-01 10:11:12Z",
    "2024/01/01 10:11:12",
    "2024-1-1 1:2:3",
    "",
    "2024-01-01 24:00:00",
    "2024-01-01 10",
  ],
  "timestamp(6)": [
    "2024-01-01 10:11:12.1234567",
    "2024-01-01 10:11:12.123456",
    "2024-12-31 23:59:59.9999999",
  ],
  time: ["10:11:12", "10:11", "1:2:3", "25:00:00", "10:11:12.3456", "10"],
  varbinary: ["abc"],
  json: ['{"a":1}', "abc"],
  "varchar(2)": ["abc", "ab", "日本語"],
  "char(2)": ["abc", "a", ""],
};

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const casts: string[] = [
  ...Object.values(SAMPLES).flatMap((value) => TARGETS.map((type) => `SELECT CAST(${value} AS ${type})`)),
  ...Object.entries(TEXTS).flatMap(([type, texts]) =>
    texts.map((text) => `SELECT CAST(${quote(text)} AS ${type})`),
  ),
  ...Object.entries(TEXTS).map(
    ([type, texts]) => `SELECT ${texts.map((text) => `TRY_CAST(${quote(text)} AS ${type})`).join(", ")}`,
  ),
  ...overEdges((value) => `CAST(${value} AS varchar)`),
  ...overEdges((value) => `CAST(${value} AS json)`),
  ...Object.values(EDGES)
    .flat()
    .map((value) => `SELECT try(CAST(${value} AS integer)), TRY_CAST(${value} AS bigint)`),
  ...selects(`
    CAST(2.5 AS integer), CAST(-2.5 AS integer), CAST(1.49 AS bigint), CAST(0.5 AS bigint), CAST(1.5 AS tinyint)
    CAST(2.5e0 AS integer), CAST(-2.5e0 AS integer), CAST(1.49e0 AS bigint), CAST(0.5e0 AS bigint), CAST(-0.5e0 AS bigint)
    CAST(nan() AS integer)
    CAST(infinity() AS bigint)
    CAST(1e20 AS bigint)
    CAST(1e10 AS integer)
    CAST(300 AS tinyint)
    CAST(3000000000 AS integer)
    CAST(99999.5 AS smallint)
    CAST(1.005 AS decimal(5,2)), CAST(1.015 AS decimal(5,2)), CAST(-1.005 AS decimal(5,2)), CAST(2.345e0 AS decimal(5,2)), CAST(1.115e0 AS decimal(5,2))
    CAST(1000 AS decimal(5,2))
    CAST(1e10 AS decimal(5,2))
    CAST(nan() AS decimal(5,2))
    CAST(1.23456789e0 AS real), CAST(0.1e0 AS real), CAST(REAL '0.1' AS double), CAST(16777217 AS real), CAST(1e300 AS real)
    CAST(9007199254740993 AS double), CAST(0.1 AS double), CAST(12345678901234567890.123 AS double)
    CAST(1e0 AS varchar), CAST(1e7 AS varchar), CAST(1e-3 AS varchar), CAST(123456.789e0 AS varchar), CAST(1e21 AS varchar), CAST(0e0 AS varchar)
    CAST(-0e0 AS varchar), CAST(-0e0 AS varchar(4)), CAST(REAL '-0' AS varchar), CAST(-0e0 AS json), CAST(ARRAY[-0e0] AS array(varchar))
    CAST(nan() AS varchar), CAST(infinity() AS varchar), CAST(-infinity() AS varchar)
    CAST(REAL '1.1' AS varchar), CAST(REAL '1e10' AS varchar), CAST(CAST(nan() AS real) AS varchar), CAST(REAL '0.001' AS varchar)
    CAST(true AS varchar), CAST(1.50 AS varchar), CAST(DATE '2024-01-05' AS varchar), CAST(TIMESTAMP '2024-01-01 10:11:12.100' AS varchar)
    CAST(TIMESTAMP '2024-01-01 10:11' AS varchar), CAST(TIMESTAMP '2024-01-01 10:11:12.123456' AS varchar), CAST(TIMESTAMP '2024-01-01' AS varchar)
    CAST(CAST(TIMESTAMP '2024-01-01 10:11:12' AS timestamp(6)) AS varchar), CAST(CAST(TIMESTAMP '2024-01-01 10:11:12.6' AS timestamp(0)) AS varchar)
    CAST(123456 AS varchar(3))
    CAST(true AS varchar(2))
    CAST('abc' AS varchar(2)), CAST('abc' AS char(2)), CAST('a' AS char(3)), length(CAST('a' AS char(3))), CAST('a' AS char(3)) || 'b'
    CAST(DATE '2024-01-01' AS timestamp), CAST(TIMESTAMP '2024-01-01 23:59:59.999' AS date), CAST(DATE '1960-01-01' AS timestamp)
    CAST(TIMESTAMP '1969-12-31 23:59:59.999' AS date), CAST(TIMESTAMP '2024-01-01 10:11:12.5' AS time)
    CAST(TIMESTAMP '2024-01-01 10:11:12.123456' AS timestamp(3)), CAST(TIMESTAMP '2024-01-01 10:11:12.9996' AS timestamp(3))
    CAST(ARRAY[1, 2] AS array(varchar)), CAST(ARRAY['1', '2'] AS array(integer)), CAST(ARRAY[] AS array(date)), CAST(ARRAY[1.5] AS array(integer))
    CAST(ARRAY['x'] AS array(integer))
    TRY_CAST(ARRAY['x', '1'] AS array(integer))
    CAST(ROW(1, 'a') AS row(x bigint, y varchar)), CAST(ROW(1, '2') AS row(a varchar, b integer)).b, CAST(ROW(1, 2) AS row(bigint, double))
    CAST(ROW(1, 'a') AS row(x bigint))
    CAST(MAP(ARRAY[1], ARRAY['2']) AS map(varchar, integer))
    CAST(NULL AS integer), CAST(NULL AS row(a integer)), CAST(NULL AS array(varchar)), TRY_CAST(NULL AS date)
    CAST(1 AS boolean), CAST(0 AS boolean), CAST(2.5e0 AS boolean), CAST(0.0 AS boolean)
    CAST('abc' AS integer)
    TRY_CAST('abc' AS integer), TRY_CAST('5' AS integer), TRY_CAST(300 AS tinyint), TRY_CAST(1e300 AS real)
    TRY_CAST(DATE '2024-01-01' AS integer)
    CAST('2024-01-01 10:00:00 Europe/Berlin' AS timestamp with time zone), CAST('2024-01-01 10:00:00 +02:00' AS timestamp(0) with time zone)
    CAST(TIMESTAMP '2024-01-01 10:00:00 Europe/Berlin' AS timestamp), CAST(TIMESTAMP '2024-01-01 23:30:00 America/New_York' AS date)
    CAST(TIMESTAMP '2024-01-01 10:00:00 Europe/Berlin' AS varchar), CAST(TIMESTAMP '2024-07-01 10:00' AS timestamp with time zone)
    CAST(INTERVAL '1' DAY AS varchar), CAST(INTERVAL '14' MONTH AS varchar), CAST(INTERVAL '-90' SECOND AS varchar), CAST(INTERVAL '1.5' SECOND AS varchar)
    CAST(X'616263' AS varchar)
    CAST(1 AS foo)
    CAST(1 AS decimal(39,0))
    CAST(1 AS decimal(5,6))
    CAST('a' AS varchar(0))
    CAST('1' AS text)
    CAST(1 AS string)
    CAST(1 AS int), CAST(1 AS double precision), CAST(1 AS dec(5,1)), CAST(1 AS numeric(4,1))
    CAST(1 AS float)
    CAST('12151fd2-7586-11e9-8f9e-2a86e4085a59' AS uuid)
    CAST(CAST('1.20' AS decimal(10,2)) AS varchar), CAST(CAST(1 AS decimal(10,2)) AS varchar), CAST(CAST(-0.5 AS decimal(3,1)) AS varchar), CAST(CAST(123 AS decimal) AS varchar)
    CAST('  12' AS varchar) , CAST(' 1.5 ' AS double)
  `),
];
