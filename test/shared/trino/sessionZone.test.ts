import { compileQuery } from "@pdp/trino/compile";
import { sessionZoneOf } from "@pdp/trino/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";

const WINTER = new Date("2026-01-15T00:00:00Z");
const SUMMER = new Date("2026-07-15T00:00:00Z");

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "200MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

async function compiled(sql: string, zone: string) {
  return compileQuery(sql, {
    resolve: async (reference) =>
      reference === "seen"
        ? { kind: "VIEW", query: "SELECT to_unixtime(TIMESTAMP '2021-07-01 12:00:00') AS s" }
        : { kind: "ROWS", columns: [], rows: [] },
    zone: sessionZoneOf(zone, WINTER),
  });
}

/** Returns the first row of a query in a session's time zone. */
async function row(sql: string, zone: string): Promise<unknown[]> {
  const { sql: written, relations } = await compiled(sql, zone);
  const reader = await instance.connection.runAndReadAll(executableSql(written, relations, () => []));
  return reader.getRowsJson()[0] as unknown[];
}

/** Each expression with its value in New York and in Kolkata, as recorded from Trino 476. */
const RECORDED: [expression: string, newYork: unknown, kolkata: unknown][] = [
  ["current_timezone()", "America/New_York", "Asia/Kolkata"],
  ["to_unixtime(CAST(TIMESTAMP '2021-07-01 12:00:00' AS TIMESTAMP WITH TIME ZONE))", 1625155200, 1625121000],
  ["to_unixtime(TIMESTAMP '2021-07-01 12:00:00')", 1625155200, 1625121000],
  ["to_unixtime(CAST(DATE '2021-07-01' AS TIMESTAMP WITH TIME ZONE))", 1625112000, 1625077800],
  ["to_unixtime(CAST('2021-07-01 12:00' AS TIMESTAMP WITH TIME ZONE))", 1625155200, 1625121000],
  ["to_unixtime(CAST('2021-07-01 12:00 +02:00' AS TIMESTAMP WITH TIME ZONE))", 1625133600, 1625133600],
  ["to_unixtime(CAST('2021-07-01 12:00 Asia/Tokyo' AS TIMESTAMP WITH TIME ZONE))", 1625108400, 1625108400],
  ["to_unixtime(from_iso8601_timestamp('2021-07-01T12:00'))", 1625155200, 1625121000],
  ["to_unixtime(parse_datetime('2021-07-01 12', 'yyyy-MM-dd HH'))", 1625155200, 1625121000],
  ["to_unixtime(at_timezone(TIMESTAMP '2021-07-01 12:00:00', 'Asia/Tokyo'))", 1625155200, 1625121000],
  ["to_unixtime(TIMESTAMP '2021-07-01 12:00:00' AT TIME ZONE 'UTC')", 1625155200, 1625121000],
  ["hour(from_unixtime(0))", "19", "5"],
  [
    "CAST(from_unixtime(0) AS VARCHAR)",
    "1969-12-31 19:00:00.000 America/New_York",
    "1970-01-01 05:30:00.000 Asia/Kolkata",
  ],
  [
    "CAST(from_unixtime_nanos(0) AS VARCHAR)",
    "1969-12-31 19:00:00.000000000 America/New_York",
    "1970-01-01 05:30:00.000000000 Asia/Kolkata",
  ],
  ["TIMESTAMP '2021-07-01 12:00:00' = TIMESTAMP '2021-07-01 16:00:00 UTC'", true, false],
  ["DATE '2021-07-01' < TIMESTAMP '2021-07-01 02:00:00 UTC'", false, true],
  [
    "CAST(CAST(TIME '12:00:00' AS TIME WITH TIME ZONE) AS VARCHAR)",
    "12:00:00.000-05:00",
    "12:00:00.000+05:30",
  ],
  ["CAST(TIMESTAMP '2021-07-01 02:00:00 UTC' AS DATE)", "2021-07-01", "2021-07-01"],
  // A repeated hour: a cast takes the later time, a text the earlier one. A skipped hour moves past the gap.
  ["to_unixtime(TIMESTAMP '2020-11-01 01:30:00')", 1604208600, 1604174400],
  ["to_unixtime(CAST('2020-03-08 02:30' AS TIMESTAMP WITH TIME ZONE))", 1583652600, 1583614800],
  ["current_date = CAST(now() AS DATE) AND localtimestamp = CAST(now() AS TIMESTAMP)", true, true],
  ["hour(current_time) = hour(now()) OR hour(current_time) = (hour(now()) + 23) % 24", true, true],
];

describe("functions that depend on the session's time zone", () => {
  it.each(RECORDED)("%s", async (expression, newYork, kolkata) => {
    const sql = `SELECT ${expression}`;
    expect([await row(sql, "America/New_York"), await row(sql, "Asia/Kolkata")]).toEqual([
      [newYork],
      [kolkata],
    ]);
  });

  it("a text in an hour that the zone skips is refused by functions that parse it", async () => {
    const sql = "SELECT parse_datetime('2020-03-08 02:30', 'yyyy-MM-dd HH:mm')";
    await expect(row(sql, "America/New_York")).rejects.toThrow("is not a time in the format");
  });

  it("a view is computed in UTC, and so has the same rows in every session", async () => {
    expect(await row("SELECT s FROM seen", "America/New_York")).toEqual([1625140800]);
  });

  it("a query states its zone only if it depends on it", async () => {
    expect((await compiled("SELECT current_date", "Europe/Berlin")).zone).toBe("Europe/Berlin");
    expect((await compiled("SELECT 1, DATE '2020-01-01'", "Europe/Berlin")).zone).toBeUndefined();
    expect((await compiled("SELECT current_date", "UTC")).zone).toBeUndefined();
  });
});

describe("zones in texts", () => {
  it.each([
    ["2026-01-05 07:05:00 Z", 1767596700],
    ["2026-01-05 07:05:00 UT", 1767596700],
    ["2026-01-05 07:05:00 GMT+02:00", 1767589500],
    ["2026-01-05 07:05:00 UTC-3", 1767607500],
  ])("%s is cast like the literal", async (text, seconds) => {
    const cast = `SELECT to_unixtime(CAST(x AS TIMESTAMP WITH TIME ZONE)) FROM (VALUES '${text}', '${text}') t (x)`;
    expect(await row(cast, "America/New_York")).toEqual([seconds]);
    expect(await row(`SELECT to_unixtime(TIMESTAMP '${text}')`, "America/New_York")).toEqual([seconds]);
  });

  it("DISTINCT counts NULL once in a checksum", async () => {
    const sum = (values: string, distinct: string) =>
      row(`SELECT to_hex(checksum(${distinct}x)) FROM (VALUES ${values}) t (x)`, "UTC");
    expect(await sum("NULL, NULL, 1, 1", "DISTINCT ")).toEqual(await sum("NULL, 1", ""));
    expect(await sum("NULL, NULL, 1, 1", "")).not.toEqual(await sum("NULL, 1", ""));
  });

  it.each(["x", "t.x"])("a sort key %s keeps the sign of zero", async (key) => {
    const query = `SELECT t.x FROM (VALUES DOUBLE '-0.0', DOUBLE '1.0') t (x) ORDER BY ${key}`;
    const [value] = await row(`SELECT to_hex(to_ieee754_64(x)) FROM (${query} LIMIT 1) s (x)`, "UTC");
    expect(value).toBe("8000000000000000");
  });
});

describe("names of zones", () => {
  it.each([
    ["Europe/Berlin", WINTER, "Europe/Berlin", "+01:00"],
    ["Europe/Berlin", SUMMER, "Europe/Berlin", "+02:00"],
    ["Asia/Kathmandu", WINTER, "Asia/Kathmandu", "+05:45"],
    ["-0330", WINTER, "-03:30", "-03:30"],
    ["Etc/UTC", WINTER, "UTC", "+00:00"],
    ["Etc/GMT", WINTER, "UTC", "+00:00"],
    ["Greenwich", WINTER, "UTC", "+00:00"],
    ["GMT+02:00", WINTER, "+02:00", "+02:00"],
    ["UTC-3", WINTER, "-03:00", "-03:00"],
    ["+00:00", WINTER, "UTC", "+00:00"],
  ])("%s", (text, at, name, offset) => {
    expect(sessionZoneOf(text, at)).toEqual({ name, offset });
  });

  it.each(["", "nowhere", "Europe/Nowhere", "+15:00", "+14:30", "UTC'; --", "Europe/Berlin/x/y/z"])(
    "%j is refused",
    (text) => {
      expect(() => sessionZoneOf(text, WINTER)).toThrow("There is no time zone");
    },
  );
});
