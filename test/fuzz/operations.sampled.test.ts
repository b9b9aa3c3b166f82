import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNightly } from "../support/byNight.ts";
import { AnswerRules } from "./answerRules.ts";
import { deriveSeed, fuzzSettings } from "./fuzzSettings.ts";
import { FuzzSite } from "./fuzzSite.ts";
import { exchange } from "./rawHttp.ts";
import { type FuzzRequest, type Outgoing, renderRequest, requestsOf } from "./requests.ts";
import { allRoutes, descriptionOf, type Route } from "./routes.ts";

const { seed, runs } = fuzzSettings();
/** Determines which routes are in the sample. */
const SAMPLE = 1;
/** Number of requests after which new resources are created. */
const RUNS_PER_KNOWN_VALUES = 20;
/** Test timeout, in milliseconds. A single request has a timeout of 20 s, so the total is limited by the number of requests. */
const timeout = 60_000 + runs * 1000;

/** A quarter of the routes by day, whatever other routes exist; all of them in nightly runs and if FUZZ_RUNS is set. */
const isSample = !isNightly && !process.env.FUZZ_RUNS;
const routes = allRoutes().filter((route) => !isSample || (deriveSeed(SAMPLE, route) & 3) === 0);

let site: FuzzSite;
let rules: AnswerRules;
const statuses = new Map<number, number>();

beforeAll(async () => {
  site = await FuzzSite.open();
  rules = new AnswerRules(site.document);
});

afterAll(async () => {
  await site.close();
}, timeout);

describe("no request makes the service fail, hang or violate its documentation", () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "of %s",
    async (_, route) => {
      const requests = requestsOf(route, descriptionOf(site.document, route), site.document);
      let count = 0;
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          if (count % RUNS_PER_KNOWN_VALUES === 0) await site.createKnownValues(route);
          count += 1;
          await check(route, request);
        }),
        { seed: deriveSeed(seed, route), numRuns: runs },
      );
      await site.mustWork();
    },
    timeout,
  );
});

describe("the fuzzer", () => {
  it("the fuzzer reaches the operations and not only the validation", () => {
    const often = [...statuses].filter(([, count]) => count >= runs / 4).map(([status]) => status);
    expect(often).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 409, 422]));
  });

  it(
    "the log contains no bugs, and every load finishes",
    async () => {
      await site.quiet();
      expect(site.errors()).toEqual([]);
    },
    timeout,
  );
});

async function check(route: Route, request: FuzzRequest): Promise<void> {
  const out = renderRequest(route, request, site.sender(route));
  const answer = await exchange(out.port, out.pieces, { ends: out.ends, withoutBody: out.method === "HEAD" });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  try {
    rules.check(route, out, answer);
  } catch (error) {
    const text = `${answer.status} ${answer.body.toString().slice(0, 600)}`;
    throw new Error(
      `${(error as Error).message}\nsent (${request.wire}): ${formatRequest(out)}\nanswer: ${text}\n${repeatCommand()}`,
    );
  }
  if (answer.status === 401 && !["none", "broken"].includes(request.bearer)) await site.signIn();
  if (answer.status === 200 && answer.headers.get("content-type")?.startsWith("application/json"))
    site.known.at(route.path).learn(JSON.parse(answer.body.toString() || "null"));
}

function formatRequest({ pieces }: Outgoing): string {
  const bytes = Buffer.concat(pieces);
  const text = bytes.toString("latin1").replace(/(authorization: Bearer \S{8})\S+/i, "$1…");
  return JSON.stringify(text.length > 1500 ? `${text.slice(0, 1500)}… (${bytes.length} bytes)` : text);
}

function repeatCommand(): string {
  return `to repeat: FUZZ_SEED=${seed} FUZZ_RUNS=${runs} npx vitest run test/fuzz`;
}
