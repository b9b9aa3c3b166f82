import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Config, parseConfig, readConfig, readEnvironment } from "#infra/config.ts";
import { exampleContext } from "./synthesized.ts";

describe("the settings of a deployment", () => {
  it("optional settings have sensible defaults", () => {
    const { docsPortal: _, alarmEmails: __, ...needed } = exampleContext();
    expect(parseConfig(needed)).toMatchObject({
      target: "aws",
      uploads: "function",
      retention: { workspaceDays: 7, logDays: 90, resultDays: 1 },
      throttle: { rate: 2_000, burst: 4_000 },
      workspaceLimits: { requestsPerSecond: 300, queries: 10, uploads: 10 },
      reservedConcurrency: { tasks: 200, files: 200, compactions: 20, commits: 20 },
      edge: { requestsPerAddress: 150_000, requestsWithoutToken: 10_000, requestsPerToken: 3_000 },
      sql: {
        engine: "auto",
        tier: "standard",
        largeWorkspaces: [],
        scanGigabytes: { standard: 10, large: 1000 },
      },
      alarmEmails: [],
    });
  });

  it.each([
    "account",
    "homeRegion",
    "regions",
    "staffOrgId",
    "appUrl",
    "platformUrl",
    "regionUrls",
    "idp",
    "edge",
  ])("the settings report %s if it is missing", (name) => {
    expect(() => parseConfig(exampleContext({ [name]: undefined }))).toThrow(
      new RegExp(`^The context cannot be used\\. .*${name}: is (missing|required on AWS)`),
    );
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ["an account that is none", { account: "12" }, "account: must be a 12-digit AWS account number"],
    [
      "an address with a path",
      { appUrl: "https://app.example.org/x" },
      "appUrl: must be a URL without a path",
    ],
    [
      "a certificate of another region",
      { edge: { certificateArn: "arn:aws:acm:eu-central-1:111111111111:certificate/x", originSecret: "s" } },
      "edge.certificateArn: must be the ARN of a certificate in us-east-1",
    ],
    ["a retention that logs do not have", { retention: { logDays: 8 } }, "retention.logDays"],
    [
      "results that outlive what they were read from",
      { retention: { workspaceDays: 2, resultDays: 3 } },
      "retention.resultDays: must not be longer than retention.workspaceDays",
    ],
    ["a setting that does not exist", { sql: { engin: "athena" } }, "sql.engin: is not a known setting"],
    [
      "the name of a workspace for its id",
      { sql: { largeWorkspaces: ["lab"] } },
      "sql.largeWorkspaces.0: must be the id of a workspace",
    ],
    ["a workspace that may query nothing", { workspaceLimits: { queries: 0 } }, "workspaceLimits.queries"],
    ["a reservation of nothing", { reservedConcurrency: { tasks: 0 } }, "reservedConcurrency"],
    ["a reservation that is none", { reservedConcurrency: true }, "reservedConcurrency"],
    ["a limit of nothing", { throttle: { rate: 0, burst: 1 } }, "throttle.rate"],
    [
      "a secret that is not a name",
      { docsPortal: { url: "https://docs.example.org", secret: "a b" } },
      "docsPortal.secret",
    ],
    ["somebody who has no address", { alarmEmails: ["nobody"] }, "alarmEmails.0"],
    ["a target that does not exist", { target: "moon" }, "target"],
  ];

  it.each(wrong)("the settings refuse %s", (_, changes, message) => {
    expect(() => parseConfig(exampleContext(changes))).toThrow(message);
  });

  it("a deployment without an edge needs no edge settings", () => {
    expect(parseConfig(exampleContext({ target: "localstack", edge: undefined })).edge).toBeUndefined();
  });

  it("the context selects the environment's file and overrides individual settings", () => {
    const read = (context: Record<string, unknown>) =>
      readConfig({ tryGetContext: (key: string) => context[key] });
    expect(read({})).toEqual(parseConfig(exampleContext()));
    expect(read({ environment: "staging", throttle: { rate: 7, burst: 8 } })).toMatchObject({
      account: readEnvironment("staging").account,
      throttle: { rate: 7, burst: 8 },
    });
    expect(() => read({ environment: "moon" })).toThrow(
      "config/moon.json does not exist. Available environments: example, production, staging.",
    );
    expect(() => read({ environment: "../package" })).toThrow("config/../package.json does not exist.");
    expect(() => readEnvironment("staging", { throttel: 1 })).toThrow(
      "config/staging.json cannot be used. throttel: is not a known setting",
    );
  });

  it("any context yields either settings or a message", () => {
    const complete = exampleContext({
      target: "aws",
      uploads: "function",
      retention: { workspaceDays: 7, logDays: 90, resultDays: 1 },
      throttle: { rate: 500, burst: 1000 },
      sql: {
        engine: "athena",
        tier: "large",
        largeWorkspaces: ["21"],
        scanGigabytes: { standard: 10, large: 1000 },
      },
    });
    const whole = Object.keys(complete).map((key) => [key]);
    const nested = pathsWithin(complete).filter((path) => path.length > 1);
    const path = fc.oneof(fc.constantFrom(...whole), fc.constantFrom(...nested));
    const value = fc.oneof(fc.jsonValue(), fc.integer({ min: -1, max: 1000 }), fc.constant(undefined));
    let accepted = 0;
    fc.assert(
      fc.property(path, value, (path, given) => {
        const outcome = outcomeOf(replaceAt(complete, path, given));
        if (outcome instanceof Error) {
          expect(outcome.message).toMatch(/^The context cannot be used\. \w+/);
        } else {
          expect(outcome.account).toMatch(/^\d{12}$/);
          accepted += 1;
        }
      }),
      { numRuns: 1000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(100);
    expect(accepted).toBeLessThan(900);
  });
});

function outcomeOf(context: unknown): Config | Error {
  try {
    return parseConfig(context);
  } catch (error) {
    return error as Error;
  }
}

/** Every location in a tree of objects, including nested ones. */
function pathsWithin(tree: object): string[][] {
  return Object.entries(tree).flatMap(([key, value]) => [
    [key],
    ...(typeof value === "object" ? pathsWithin(value).map((path) => [key, ...path]) : []),
  ]);
}

function replaceAt(tree: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(tree))
    return tree.map((item, index) => (String(index) === key ? replaceAt(item, rest, value) : item));
  const object = tree as Record<string, unknown>;
  return { ...object, [key]: replaceAt(object[key], rest, value) };
}
