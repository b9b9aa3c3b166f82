import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionError, type Options, optionsFrom } from "./options.ts";

const URL_OF_PLATFORM = "https://api.example.org";
const KNOWN = ["journey", "pathEscaping"];

function read(args: string[]): Options | "help" | OptionError {
  try {
    return optionsFrom(args, {}, KNOWN);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
}

describe("smoke test options", () => {
  it("the options default to a token from the environment and to the region EU", () => {
    const args = ["--base-url", `${URL_OF_PLATFORM}/`];
    expect(optionsFrom(args, { SMOKE_STAFF_TOKEN: "t" }, [])).toEqual({
      baseUrl: URL_OF_PLATFORM,
      staffToken: "t",
      memberToken: null,
      region: "EU",
      tenantRole: null,
      environment: "example",
      table: null,
      bucket: null,
      patience: 300,
      keep: false,
      only: [],
      dataDirectory: ".data",
    });
  });

  it("any options are either read or rejected with a message", () => {
    const words = fc.string({ maxLength: 20 });
    const address = fc.oneof(
      fc.constant([URL_OF_PLATFORM]),
      fc.webUrl({ withQueryParameters: true }).map((url) => [url]),
    );
    const value = (name: string, ...good: string[]) =>
      fc.oneof(fc.constantFrom(...good), words).map((text) => [name, text]);
    const option = fc.oneof(
      value("--region", "EU", "US"),
      value("--only", "journey", "pathEscaping,journey", ""),
      value("--patience", "1", "3600", "0", "1e3"),
      value("--tenant-role", "arn:aws:iam::111111111111:role/a"),
      value("--staff-token", "t"),
      fc.constantFrom(["--keep"], ["--help"], ["--bucket"]),
      words.map((text) => [text]),
    );
    const begin = fc.oneof(
      address.map((one) => ["--base-url", ...one]),
      fc.constant([]),
    );
    const args = fc.tuple(begin, fc.array(option, { maxLength: 3 })).map((parts) => parts.flat(2));
    let accepted = 0;
    fc.assert(
      fc.property(args, (list) => {
        const options = read(list);
        if (options === "help") return;
        if (options instanceof OptionError) {
          expect(options.message).toMatch(/\.$/);
          return;
        }
        accepted += 1;
        expect(new URL(options.baseUrl).origin).toBe(options.baseUrl);
        expect(["EU", "US"]).toContain(options.region);
        expect(options.patience).toSatisfy((seconds) => Number.isInteger(seconds) && seconds > 0);
        expect(KNOWN).toEqual(expect.arrayContaining(options.only));
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
