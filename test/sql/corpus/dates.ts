import { overEdges, selects } from "./samples.ts";

const TIMES = "date timestamp time zoned dayInterval monthInterval varchar integer null".split(" ");
const PARTS =
  "year quarter month week week_of_year day day_of_month day_of_week dow day_of_year doy year_of_week yow hour minute second millisecond timezone_hour timezone_minute last_day_of_month date to_unixtime to_iso8601 timezone to_milliseconds".split(
    " ",
  );
const UNITS = "millisecond second minute hour day week month quarter year decade".split(" ");
const FORMATS = [..."abcDdefHhIijklMmprSsTUuVvWwXxYyZ%"].map((letter) => `%${letter}`);
const JODA =
  "G C Y y yyyy yy x w e E EEEE D M MM MMM MMMM d dd a h hh H HH k K m mm s ss S SSS SSSSSS z Z ZZ q".split(
    " ",
  );

export const dates: string[] = [
  ...PARTS.flatMap((name) => overEdges((value) => `${name}(${value})`, TIMES)),
  ...["year", "month", "day", "hour", "second", "dow", "doy", "week", "yow", "quarter"].flatMap((name) =>
    overEdges((value) => `extract(${name} FROM ${value})`, TIMES),
  ),
  ...UNITS.flatMap((unit) => [
    ...overEdges((value) => `date_trunc('${unit}', ${value})`, TIMES.slice(0, 4)),
    ...overEdges((value) => `date_add('${unit}', 3, ${value})`, TIMES.slice(0, 4)),
    `SELECT date_diff('${unit}', DATE '2024-01-31', DATE '2024-03-01'), date_diff('${unit}', DATE '2024-03-01', DATE '2024-01-31')`,
    `SELECT date_diff('${unit}', TIMESTAMP '2024-01-31 10:00:00.5', TIMESTAMP '2025-03-01 09:59:59.25'), date_diff('${unit}', TIMESTAMP '2024-02-29 00:00', TIMESTAMP '2023-02-28 00:00')`,
    `SELECT date_diff('${unit}', TIME '10:00:00', TIME '12:30:15.5')`,
  ]),
  ...FORMATS.map(
    (format) =>
      `SELECT date_format(TIMESTAMP '2024-02-05 15:04:09.123', '${format}'), date_format(TIMESTAMP '1999-12-31 00:30:00', '[${format}]')`,
  ),
  ...FORMATS.map((format) => `SELECT date_parse('5', '${format}')`),
  ...JODA.map(
    (format) =>
      `SELECT format_datetime(TIMESTAMP '2024-02-05 15:04:09.123', '${format}'), format_datetime(TIMESTAMP '1999-12-31 00:30:00', '[${format}]')`,
  ),
  ...JODA.map((format) => `SELECT parse_datetime('5', '${format}')`),
  ...selects(`
    sequence(DATE '2024-01-31', DATE '2024-06-30', INTERVAL '1' MONTH)
    sequence(DATE '2024-01-01', DATE '2024-01-05')
    sequence(DATE '2024-01-01', DATE '2024-01-10', INTERVAL '3' DAY)
    sequence(DATE '2024-01-10', DATE '2024-01-01', INTERVAL '-3' DAY)
    sequence(DATE '2024-01-10', DATE '2024-01-01')
    sequence(TIMESTAMP '2024-01-31 10:00', TIMESTAMP '2024-05-31 10:00', INTERVAL '1' MONTH)
    sequence(TIMESTAMP '2024-01-01 00:00', TIMESTAMP '2024-01-01 12:00', INTERVAL '5' HOUR)
    sequence(DATE '2024-01-01', DATE '2024-01-10', INTERVAL '0' DAY)
    sequence(DATE '2024-01-01', DATE '2024-01-02', INTERVAL '1' HOUR)
    sequence(DATE '2020-02-29', DATE '2024-02-29', INTERVAL '1' YEAR)
    date_parse('2024-01-31 10:11:12', '%Y-%m-%d %H:%i:%s'), date_parse('31.01.24', '%d.%m.%y'), date_parse('01', '%d'), date_parse('10:11', '%H:%i'), date_parse('Jan 2024', '%b %Y')
    date_parse('24', '%y'), date_parse('69', '%y'), date_parse('70', '%y'), date_parse('99', '%y')
    date_parse('Monday 2024', '%W %Y')
    date_parse('2024-01-31', '%Y-%m')
    date_parse('abc', '%Y')
    date_parse('2024-02-30', '%Y-%m-%d')
    date_parse('2024-01-01 1 PM', '%Y-%m-%d %l %p'), date_parse('2024-060', '%Y-%j'), date_parse('2024-01-01 10:11:12.123456', '%Y-%m-%d %H:%i:%s.%f')
    date_parse('', '%Y')
    date_format(DATE '2024-01-05', '%Y/%m/%d'), date_format(TIMESTAMP '2024-01-05 00:00', 'plain'), date_format(TIMESTAMP '2024-01-05 13:00 Europe/Berlin', '%H'), date_format(TIMESTAMP '2024-01-05 10:11:12.123456', '%f')
    date_format(TIMESTAMP '2024-01-05 10:00', '')
    date_format('2024', '%Y')
    format_datetime(TIMESTAMP '2024-02-05 15:04:09.123', 'yyyy-MM-dd HH:mm:ss.SSS'), format_datetime(DATE '2024-02-05', 'EEE, d MMM yyyy'), format_datetime(TIMESTAMP '2024-02-05 15:04 Europe/Berlin', 'yyyy-MM-dd''T''HH:mmZZ')
    format_datetime(TIMESTAMP '2024-02-05 15:04', 'bb')
    parse_datetime('2024-02-05 15:04', 'yyyy-MM-dd HH:mm'), parse_datetime('2024-02-05 15:04 +0200', 'yyyy-MM-dd HH:mm Z'), parse_datetime('05/Feb/2024', 'dd/MMM/yyyy')
    parse_datetime('x', 'yyyy')
    to_iso8601(DATE '2024-01-01'), to_iso8601(TIMESTAMP '2024-01-01 10:11:12.5'), to_iso8601(TIMESTAMP '2024-01-01 10:11 Europe/Berlin'), to_iso8601(TIMESTAMP '2024-01-01 10:11 UTC')
    from_iso8601_timestamp('2024-01-01T10:11:12'), from_iso8601_timestamp('2024-01-01T10:11:12.123456Z'), from_iso8601_timestamp('2024-01-01'), from_iso8601_timestamp('2024-01-01T10:11+02:00'), from_iso8601_timestamp('2024-W01-1'), from_iso8601_timestamp('20240101')
    from_iso8601_timestamp('2024-01-01 10:11')
    from_iso8601_timestamp_nanos('2024-01-01T10:11:12.123456789Z')
    from_iso8601_date('2024-01-01'), from_iso8601_date('2024-W05-1'), from_iso8601_date('2024-060')
    from_iso8601_date('2024/01/01')
    from_unixtime(0), from_unixtime(1704103872.123e0), from_unixtime(-1.5), from_unixtime(1704103872, 'Europe/Berlin'), from_unixtime(1704103872, 2, 30)
    from_unixtime(nan())
    from_unixtime_nanos(1704103872123456789), from_unixtime_nanos(-1)
    to_unixtime(TIMESTAMP '2024-01-01 10:11:12.5'), to_unixtime(TIMESTAMP '2024-01-01 10:11 Europe/Berlin'), to_unixtime(TIMESTAMP '1969-12-31 23:59:59.5')
    to_unixtime(DATE '2024-01-01')
    date('2024-01-01'), date(TIMESTAMP '2024-01-01 10:11'), date(TIMESTAMP '2024-01-01 23:00 America/New_York')
    date('2024/01/01')
    last_day_of_month(DATE '2024-02-01'), last_day_of_month(TIMESTAMP '2023-02-01 10:00')
    date_add('day', 1, DATE '2024-01-31'), date_add('month', 1, DATE '2024-01-31'), date_add('month', -1, TIMESTAMP '2024-03-31 10:00'), date_add('hour', 5, TIME '22:00'), date_add('quarter', 1, DATE '2023-11-30')
    date_add('hour', 1, DATE '2024-01-01')
    date_add('day', 1.5, DATE '2024-01-31')
    date_add('foo', 1, DATE '2024-01-31')
    date_add(unit, 1, DATE '2024-01-31') FROM (VALUES 'day', 'month') t(unit)
    date_trunc('hour', DATE '2024-01-31')
    date_diff('day', TIMESTAMP '2024-01-01 23:00', TIMESTAMP '2024-01-02 22:00'), date_diff('day', DATE '2024-01-01', TIMESTAMP '2024-01-02 10:00'), date_diff('week', DATE '2024-01-01', DATE '2024-01-14')
    date_diff('hour', DATE '2024-01-01', DATE '2024-01-02')
    date_diff('day', '2024-01-01', '2024-01-02')
    parse_duration('42.8ms'), parse_duration('3.81 d'), parse_duration('5m'), parse_duration('1s') + INTERVAL '1' SECOND
    to_milliseconds(INTERVAL '1' DAY), human_readable_seconds(96), human_readable_seconds(0), human_readable_seconds(3762)
    with_timezone(TIMESTAMP '2024-01-01 10:00', 'Europe/Berlin'), at_timezone(TIMESTAMP '2024-01-01 10:00 UTC', 'Europe/Berlin'), timezone(TIMESTAMP '2024-01-01 10:00 Europe/Berlin')
    with_timezone(TIMESTAMP '2024-01-01 10:00', 'Mars')
    TIMESTAMP '2024-03-31 01:30 Europe/Berlin' + INTERVAL '1' DAY, TIMESTAMP '2024-03-31 01:30 Europe/Berlin' + INTERVAL '1' HOUR, date_add('day', 1, TIMESTAMP '2024-03-30 02:30 Europe/Berlin')
    date_trunc('day', TIMESTAMP '2024-07-01 01:30 Europe/Berlin'), hour(TIMESTAMP '2024-07-01 01:30 Europe/Berlin'), TIMESTAMP '2024-07-01 01:30 Europe/Berlin' - TIMESTAMP '2024-06-30 00:00 UTC'
    typeof(now()), typeof(current_timestamp), typeof(localtimestamp), typeof(current_date), typeof(current_time), typeof(localtime), typeof(current_timestamp(6)), typeof(localtimestamp(0))
    now() = current_timestamp, current_date = date(now()), localtimestamp <= now(), current_timezone()
    typeof(from_unixtime(0)), typeof(date_parse('2024', '%Y')), typeof(date_trunc('day', TIMESTAMP '2024-01-01 10:00:00.123456')), typeof(date_add('day', 1, TIMESTAMP '2024-01-01 00:00')), typeof(DATE '2024-01-01' + INTERVAL '1' DAY), typeof(TIMESTAMP '2024-01-01 10:00' + INTERVAL '1' DAY), typeof(INTERVAL '1' DAY), typeof(INTERVAL '1' MONTH), typeof(year(DATE '2024-01-01')), typeof(TIMESTAMP '2024-01-01 00:00:00.12'), typeof(TIME '10:00'), typeof(date_diff('day', DATE '2024-01-01', DATE '2024-01-02'))
    extract(day FROM DATE '2024-01-31'), extract(timezone_hour FROM TIMESTAMP '2024-01-31 10:00 +02:00'), extract(day_of_week FROM DATE '2024-01-31')
    extract(epoch FROM DATE '2024-01-31')
    extract(day FROM '2024-01-31')
    year('2024-01-31')
    TIMESTAMP '2024-01-01 10:00:00.1234567'
    CAST('2024-01-01 10:00:00.123456789' AS timestamp(9))
    DATE '2024-01-01' + 1
    DATE '2024-01-31' - DATE '2024-01-01'
    CAST(DATE '2024-01-31' - DATE '2024-01-01' AS varchar)
    TIMESTAMP '2024-01-31 00:00' > DATE '2024-01-30', DATE '2024-01-31' BETWEEN DATE '2024-01-01' AND TIMESTAMP '2024-02-01 00:00'
    DATE '2024-01-31' > '2024-01-01'
    timestamp_objectid('507f1f77bcf86cd799439011')
    max(d), min(d), count(DISTINCT d) FROM (VALUES DATE '2024-01-01', DATE '2024-01-02', NULL) t(d)
    year(d), month(d), day(d), d + INTERVAL '1' MONTH FROM (VALUES DATE '2024-01-31', DATE '2023-12-31', NULL) t(d)
    avg(i), sum(i) FROM (VALUES INTERVAL '1' DAY, INTERVAL '2' DAY) t(i)
    sum(i) FROM (VALUES INTERVAL '1' MONTH, INTERVAL '2' YEAR) t(i)
  `),
];
