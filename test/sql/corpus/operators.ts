import { NUMBERS, overEdges, SAMPLES, selects } from "./samples.ts";

const types = Object.keys(SAMPLES);
const TIMES = ["date", "timestamp", "time", "zoned", "dayInterval", "monthInterval"];

function pairs(left: string[], right: string[], write: (a: string, b: string) => string): string[] {
  return left.flatMap((a) => right.map((b) => `SELECT ${write(SAMPLES[a] ?? "", SAMPLES[b] ?? "")}`));
}

/** Pairs of different types, in one order only. */
function unordered(write: (a: string, b: string) => string): string[] {
  return types.flatMap((a, index) => pairs([a], types.slice(index), write));
}

export const operators: string[] = [
  ...pairs(types, types, (a, b) => `${a} + ${b}`),
  ...["-", "*", "/", "%"].flatMap((sign) => pairs(NUMBERS, NUMBERS, (a, b) => `${a} ${sign} ${b}`)),
  ...pairs(TIMES, TIMES, (a, b) => `${a} - ${b}`),
  ...pairs(["dayInterval", "monthInterval"], NUMBERS, (a, b) => `${a} * ${b}, ${a} / ${b}`),
  ...pairs(types, ["literal", "char", "array", "null", "varbinary"], (a, b) => `${a} || ${b}`),
  ...unordered((a, b) => `${a} = ${b}`),
  ...unordered((a, b) => `coalesce(${a}, ${b})`),
  ...pairs(types, ["integer", "double", "varchar", "date"], (a, b) => `${a} < ${b}, ${a} IN (${b})`),
  ...pairs(types, ["integer", "decimal", "literal"], (a, b) => `${a} BETWEEN ${b} AND ${b}`),
  ...types.map((type) => `SELECT -(${SAMPLES[type]})`),
  ...types.map((type) => `SELECT typeof(${SAMPLES[type]}), ${SAMPLES[type]}`),
  ...types.map((type) => `SELECT 1 WHERE ${SAMPLES[type]}`),
  ...types.map((type) => `SELECT ${SAMPLES[type]} UNION SELECT 1`),
  ...types.map((type) => `SELECT ${SAMPLES[type]} UNION ALL SELECT NULL`),
  ...overEdges((value) => `${value} IS DISTINCT FROM NULL`),
  ...overEdges((value) => `-(${value})`),
  ...selects(`
    1.0/3
    1.0/3*3
    10.0/3.00
    1/3.0
    100.0*5/7
    1.00/7/7
    2.0*3.50*1.125
    1.5+2.25-0.125
    10.50 % 3
    -10.50 % 3.0
    12345678901234567890.0 * 10
    99999999999999999999999999999999999999 + 1
    99999999999999999999999999999999999999 * 10
    1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1
    1/0
    1.0/0
    1.0/0.0
    1e0/0
    0e0/0
    1 % 0
    1.0 % 0
    1e0 % 0
    BIGINT '9223372036854775807' + 1
    BIGINT '9223372036854775807' * 2
    BIGINT '-9223372036854775808' - 1
    BIGINT '-9223372036854775808' / -1
    2147483647 + 1
    2147483647 * 2
    -2147483648
    -(-2147483648)
    - INTEGER '-2147483648'
    9223372036854775807
    9223372036854775808
    -9223372036854775808
    TINYINT '127' + TINYINT '1'
    TINYINT '100' * TINYINT '2'
    SMALLINT '32767' + SMALLINT '1'
    TINYINT '127' + 1
    CAST(100.0*5/7 AS varchar)
    CAST(1.0/3 AS varchar)
    0.1 + 0.2 = 0.3
    0.1e0 + 0.2e0 = 0.3e0
    typeof(0.1), typeof(1.), typeof(.5), typeof(001.50), typeof(1e0), typeof(10), typeof(3000000000)
    typeof(123456789012345678901234567890), typeof(0.00), typeof(00.10)
    typeof(1.0/3), typeof(1.5*2), typeof(1.25+1), typeof(2.0 % 3), typeof(1.0/3/3)
    typeof('abc'), typeof('a' || 'bc'), typeof(''), typeof(NULL), typeof(ARRAY['a', 'bcd']), typeof(ROW(1, 'a', 1.5))
    typeof(CASE WHEN true THEN 1 ELSE 1.5 END), typeof(if(true, 'a', 'bcd')), typeof(coalesce(1, BIGINT '2', 1e0))
    typeof(sum(1.5)), typeof(avg(1.25)), typeof(avg(1)), typeof(sum(1)), typeof(count(*)), typeof(max('a'))
    1 = 1.0, 1 = 1e0, 1.0 = 1e0, 'a' = 'a ', CAST('a' AS char(3)) = 'a', CAST('a' AS char(3)) = CAST('a' AS varchar)
    1 = '1'
    'a' = 1
    1 || 'a'
    'a' || 1
    true AND 1
    NOT 1
    'a' OR true
    1 AND NULL
    NULL AND false, NULL OR true, NOT NULL, NULL AND true
    nan() = nan(), nan() <> nan(), nan() < 1e0, nan() > 1e0, nan() <= nan(), nan() >= nan(), 1e0 < nan(), 1e0 > nan()
    nan() IN (nan()), nan() IN (1e0, nan()), nan() NOT IN (1e0), 1e0 IN (nan(), 1e0)
    nan() BETWEEN 0e0 AND 1e0, 1e0 BETWEEN 0e0 AND nan(), nan() NOT BETWEEN 0e0 AND 1e0, nan() BETWEEN nan() AND nan()
    nan() IS DISTINCT FROM nan(), nan() IS NOT DISTINCT FROM nan(), nan() IS DISTINCT FROM 1e0
    ARRAY[nan()] = ARRAY[nan()], ROW(nan()) = ROW(nan()), ARRAY[nan()] IS DISTINCT FROM ARRAY[nan()]
    -nan(), nan() + 1, nan() * 0, infinity() - infinity(), -infinity() < 0e0
    nullif(nan(), nan()), nullif(1, 1.0), nullif('a', 'b'), nullif(1, NULL), nullif(NULL, 1)
    nullif(1, 'a')
    CASE nan() WHEN nan() THEN 1 ELSE 2 END
    greatest(nan(), 1e0), least(nan(), 1e0), greatest(1e0, nan()), greatest(infinity(), nan())
    greatest(1, 2.5), greatest(1, NULL), greatest('a', 'B', 'c'), least(1, 2e0), greatest(DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00:01')
    greatest(1, 'a')
    greatest(ARRAY[1], ARRAY[2])
    greatest(ROW(1), ROW(2))
    greatest(true, false), least(true, NULL)
    ARRAY[1, NULL] = ARRAY[1, NULL]
    ARRAY[1, NULL] = ARRAY[2, NULL]
    ARRAY[1, NULL] <> ARRAY[1, 2], ARRAY[1, 2] <> ARRAY[1, 2], ARRAY[1] = ARRAY[1, NULL], ARRAY[] = ARRAY[]
    ARRAY[NULL] = ARRAY[NULL], ARRAY[NULL] IS DISTINCT FROM ARRAY[NULL], ARRAY[1, NULL] IS NOT DISTINCT FROM ARRAY[1, NULL]
    ARRAY[1, NULL] < ARRAY[1, 2]
    ARRAY[1, 2] < ARRAY[1, 3], ARRAY[1] < ARRAY[1, 0], ARRAY[2] > ARRAY[1, 5], ARRAY['a'] <= ARRAY['a']
    ROW(1, NULL) = ROW(1, NULL), ROW(1, NULL) = ROW(2, NULL), ROW(1, 2) = ROW(1, 2), ROW(1, NULL) <> ROW(2, NULL)
    ROW(1, NULL) IS DISTINCT FROM ROW(1, NULL), ROW(1, NULL) IS NOT DISTINCT FROM ROW(1, 2)
    ROW(1, 2) < ROW(1, 3), ROW(1, 'a') < ROW(2, 'a'), ROW(2) >= ROW(1)
    ROW(1, NULL) < ROW(1, 2)
    (1, 2) = (1, 2.0), (1, 2) IN ((1, 2), (3, 4)), (1, NULL) IN ((1, 2)), (1, 2) IN ((1, NULL))
    ARRAY[1] IN (ARRAY[1], ARRAY[NULL]), ARRAY[1] IN (ARRAY[NULL]), ARRAY[NULL] IN (ARRAY[1])
    ROW(1) = ROW('a')
    ROW(1, 2) = ROW(1)
    ARRAY[1] = ARRAY['a']
    ARRAY[1, 1.5, 2e0], ARRAY[1, BIGINT '2'], ARRAY['a', 'bcd'], ARRAY[NULL, 1], ARRAY[ARRAY[1], ARRAY[1.5]]
    ARRAY[1, 'a']
    ARRAY[1, 2] || ARRAY[3], ARRAY[1] || 2, 1 || ARRAY[2], ARRAY[1] || NULL, ARRAY[1] || ARRAY[1.5], ARRAY[[1]]
    ARRAY[1] || 'a'
    ARRAY[1,2][1], ARRAY['a','b'][2]
    ARRAY[1,2][0]
    ARRAY[1,2][3]
    ARRAY[1,2][-1]
    ARRAY[1,2][NULL]
    ROW(1, 'a')[1], ROW(1, 'a')[2]
    ROW(1, 'a')[0]
    ROW(1, 'a')[3]
    MAP(ARRAY['a','b'], ARRAY[1,2])['a']
    MAP(ARRAY['a','b'], ARRAY[1,2])['c']
    MAP(ARRAY[1], ARRAY['x'])[1]
    'abc' LIKE 'a%', 'abc' LIKE 'A%', 'a%c' LIKE 'a$%c' ESCAPE '$', '' LIKE '', 'é' LIKE '_', 'a' || chr(10) || 'b' LIKE 'a_b', NULL LIKE 'a'
    'abc' LIKE 'a\\_c', 'a\\bc' LIKE 'a\\bc', 'abc' NOT LIKE '%d%', CAST('ab' AS char(4)) LIKE 'ab', CAST('ab' AS char(4)) LIKE 'ab  '
    'abc' LIKE 'a!bc' ESCAPE '!'
    'abc' LIKE 'abc!' ESCAPE '!'
    'abc' LIKE 'abc' ESCAPE ''
    'abc' LIKE 'abc' ESCAPE 'xx'
    1 LIKE '1'
    'a' LIKE 1
    true = true, true > false, true <> NULL
    true + true
    'a' < 'B', 'é' > 'z', '' < 'a', 'a' < 'a ', 'Z' < 'a'
    'abc' > 5
    DATE '2024-01-01' = '2024-01-01'
    DATE '2024-01-01' < TIMESTAMP '2024-01-01 00:00:01', DATE '2024-01-01' = TIMESTAMP '2024-01-01 00:00:00'
    DATE '2024-01-31' + INTERVAL '1' MONTH, DATE '2024-03-31' - INTERVAL '1' MONTH, DATE '2024-02-29' + INTERVAL '1' YEAR
    DATE '2024-01-01' + INTERVAL '1' HOUR
    DATE '2024-01-01' + INTERVAL '24' HOUR
    TIMESTAMP '2024-01-31 10:00' + INTERVAL '1' MONTH, TIMESTAMP '2024-01-31 10:00:00.123' - INTERVAL '1' SECOND
    TIMESTAMP '2024-01-31 10:00' - TIMESTAMP '2024-01-01 09:30:15.5', DATE '2024-03-01' - DATE '2024-02-01'
    TIME '10:00' + INTERVAL '3' HOUR, TIME '23:00' + INTERVAL '3' HOUR, TIME '01:00' - INTERVAL '90' MINUTE
    INTERVAL '1' DAY + INTERVAL '2' HOUR, INTERVAL '1' YEAR - INTERVAL '1' MONTH, INTERVAL '2' DAY * 1.5, INTERVAL '1' DAY / 2, 3 * INTERVAL '1' MONTH
    INTERVAL '1' DAY > INTERVAL '23' HOUR, INTERVAL '12' MONTH = INTERVAL '1' YEAR, -INTERVAL '1' DAY, +INTERVAL '1' DAY
    INTERVAL '1' DAY + INTERVAL '1' MONTH
    INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 02:03:04.5' DAY TO SECOND, INTERVAL '10:20' MINUTE TO SECOND, INTERVAL '5 10' DAY TO HOUR
    INTERVAL '1' WEEK
    INTERVAL -'3' DAY, INTERVAL - '3' DAY, INTERVAL '-3' DAY
    INTERVAL '1.5' DAY
    INTERVAL '1.5' SECOND
    0xFF
    1_000
    0b101
    0o17
    X'65 66'
    X'6'
    'it''s', U&'\\00e9', U&'a!0041' UESCAPE '!'
    true IS NULL, NULL IS NULL, 1 IS NOT NULL, (1, NULL) IS NULL, ROW(NULL) IS NULL
    1 IN (1, 2, NULL), 3 IN (1, 2, NULL), NULL IN (1), 1 NOT IN (2, NULL), 1 IN (1.0, 2e0)
    1 IN ('a')
    5 BETWEEN 1 AND 10, 5 BETWEEN 10 AND 1, NULL BETWEEN 1 AND 2, 1 BETWEEN NULL AND 0, 'b' BETWEEN 'a' AND 'c', 1.5 BETWEEN 1 AND 2e0
    if(true, 1), if(false, 1), if(NULL, 1, 2), if(1 > 0, 'a', 'bcd')
    if(1, 2, 3)
    if(true, 1, 'a')
    CASE WHEN 1 > 2 THEN 'x' END, CASE 1 WHEN 1.0 THEN 'a' ELSE 'b' END, CASE WHEN NULL THEN 1 ELSE 2 END
    CASE 1 WHEN 'a' THEN 1 END
    CASE WHEN true THEN 1 ELSE 'a' END
    CASE WHEN 1 THEN 2 END
    coalesce(NULL, 1), coalesce(NULL, NULL), coalesce(NULL, 'a', 'bc'), coalesce(1, 2.5)
    coalesce(1, 'a')
    try(1/0), try(CAST('x' AS integer)), try(ARRAY[1][2]), try(1), try(BIGINT '9223372036854775807' + 1)
    1 != 2
    2 ** 3
    5 & 3
    5 ^ 2
    'a' || NULL || 'b'
    1 + NULL, NULL + NULL, -NULL, NULL || NULL, NULL * 1.5
    1::varchar
    + 5, - - 5, -(5), +1.5
    SMALLINT '5', INTEGER '6', BIGINT '7', DOUBLE '8', REAL '9', DECIMAL '1.50', VARCHAR 'a', CHAR 'abc', BOOLEAN 'true', DATE '2024-1-5', TIME '1:02:03'
    DECIMAL '1e5'
    INTEGER 'x'
    TIMESTAMP '2024-01-01', TIMESTAMP '2024-1-1 1:2', TIMESTAMP '2024-01-01 10:11:12.123456', TIMESTAMP '2024-01-01 10:11:12.1'
    TIMESTAMP '2024-01-01 10:11:12.123456789'
    TIMESTAMP '2024-01-01 10:11:12 +02:00', TIMESTAMP '2024-01-01 10:11:12.5 America/New_York'
    TIMESTAMP '2024-13-01 00:00:00'
    TIMESTAMP '2024-01-01T10:11:12'
    DATE '2024-02-30'
    DATE '2024/01/01'
    DATE '20240101'
    DATE ' 2024-01-01 ', DATE '+2024-01-01'
    DATE '12024-01-01'
    TIME '25:00'
    TIMESTAMP '2024-01-01 10:00' AT TIME ZONE 'Asia/Tokyo', TIMESTAMP '2024-07-01 10:00 UTC' AT TIME ZONE 'America/New_York'
    TIMESTAMP '2024-07-01 10:00 UTC' = TIMESTAMP '2024-07-01 12:00 Europe/Berlin'
    1 = ANY (VALUES 1, 2), 3 > ALL (VALUES 1, 2), 1 <> ALL (VALUES 2, NULL), 1 = SOME (VALUES NULL)
    (SELECT 1), (SELECT NULL), (SELECT 1 WHERE false), EXISTS (SELECT 1 WHERE false)
    (SELECT 1, 2)
    (SELECT a FROM (VALUES 1, 2) t(a))
    1 IN (SELECT 1), 1 IN (SELECT NULL), 1 NOT IN (SELECT a FROM (VALUES 2, NULL) t(a)), 1 IN (SELECT 1 WHERE false)
    1 IN (SELECT 'a')
  `),
];
