import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";
import { isNightly } from "#test/support/byNight.ts";

/*
 * Trino's functions call Joda-Time's getMillisKeepLocal with a time in UTC. The expected instants are computed here from the
 * offsets in JavaScript's own time zone database, from the definition rather than from Joda-Time's steps.
 */

const HOUR = 3_600_000;
const [FIRST, LAST] = [Date.UTC(1995, 0, 1), Date.UTC(2023, 0, 1)];
const SAMPLE = [
  "Africa/Casablanca",
  "America/New_York",
  "America/Santiago",
  "America/St_Johns",
  "Antarctica/Troll",
  "Asia/Tehran",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Europe/Berlin",
  "Europe/Dublin",
  "Pacific/Apia",
  "Pacific/Chatham",
];

class Zone {
  private readonly format: Intl.DateTimeFormat;

  constructor(name: string) {
    this.format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  /** Difference of the clock and UTC in milliseconds. */
  offset(instant: number): number {
    const parts = Object.fromEntries(
      this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>;
    const { year, month, day, hour, minute, second } = parts as Record<
      "year" | "month" | "day" | "hour" | "minute" | "second",
      number
    >;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  }

  /** Instants of the changes of the offset. */
  transitions(): number[] {
    const found: number[] = [];
    for (let from = FIRST; from < LAST; from += 24 * HOUR) {
      let [low, high] = [from, from + 24 * HOUR];
      if (this.offset(low) === this.offset(high)) continue;
      while (high - low > 1_000) {
        const middle = Math.floor((low + high) / 2_000) * 1_000;
        if (this.offset(middle) === this.offset(low)) low = middle;
        else high = middle;
      }
      found.push(high);
    }
    return found;
  }

  /** Instants when the clock shows a time, earliest first. */
  instants(clock: number, transition: number): number[] {
    const offsets = new Set([this.offset(transition - 1_000), this.offset(transition), this.offset(clock)]);
    const candidates = [...offsets].map((offset) => clock - offset);
    return candidates
      .filter((instant) => instant + this.offset(instant) === clock)
      .sort((one, other) => one - other);
  }

  /** Instant of a time on the clock: skipped times move by the length of the gap. */
  expected(clock: number, transition: number): number {
    const instants = this.instants(clock, transition);
    const preferred = instants.find((instant) => clock - instant === this.offset(clock));
    return preferred ?? instants[0] ?? clock - this.offset(transition - 1_000);
  }
}

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

async function rowsOf(text: string): Promise<unknown[][]> {
  const { sql, relations } = await compileQuery(text, { resolve: relationResolver({}) });
  const reader = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
  return reader.getRowsJson();
}

function written(clock: number): string {
  return new Date(clock).toISOString().slice(0, 19).replace("T", " ");
}

/** Times on the clock around a transition, before, within and after the times that are skipped or repeated. */
function clocksAround(zone: Zone, transition: number): number[] {
  const [before, after] = [zone.offset(transition - 1_000), zone.offset(transition)];
  const [low, high] = [Math.min(before, after) + transition, Math.max(before, after) + transition];
  const middle = Math.floor((low + high) / 2_000) * 1_000;
  return [low - HOUR, low - 1_000, low, middle, high - 1_000, high, high + HOUR];
}

describe("times on clocks that change", () => {
  const zones = isNightly
    ? Intl.supportedValuesOf("timeZone").filter((name) => new Zone(name).transitions().length > 0)
    : SAMPLE;

  test.each(zones)("with_timezone finds the instant of every time around the changes in %s", async (name) => {
    const zone = new Zone(name);
    const clocks = zone
      .transitions()
      .flatMap((transition) => clocksAround(zone, transition).map((clock) => ({ clock, transition })));
    const values = clocks.map(({ clock }, index) => `(${index}, TIMESTAMP '${written(clock)}')`).join(", ");
    const rows = await rowsOf(
      `SELECT to_unixtime(with_timezone(t, '${name}')) FROM (VALUES ${values}) v(i, t) ORDER BY i`,
    );
    const expected = clocks.map(({ clock, transition }) => zone.expected(clock, transition));
    const found = rows.map(([seconds]) => Number(seconds) * 1_000);
    expect(found.map(written)).toEqual(expected.map(written));
  });

  test.each(zones)(
    "a literal in %s is the first of two times, and refused if clocks skip it",
    async (name) => {
      const zone = new Zone(name);
      for (const transition of zone.transitions().slice(-4)) {
        for (const clock of clocksAround(zone, transition)) {
          const [first] = zone.instants(clock, transition);
          const query = `SELECT to_unixtime(TIMESTAMP '${written(clock)} ${name}')`;
          if (first === undefined) await expect(rowsOf(query)).rejects.toThrow("there is no time");
          else expect(Number((await rowsOf(query))[0]?.[0]) * 1_000).toBe(first);
        }
      }
    },
  );
});
