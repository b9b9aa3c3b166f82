import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNightly, sampled } from "#test/support/byNight.ts";
import { contractRequests } from "#test/support/contractRequests.ts";
import { type Fixtures, newFixtures } from "#test/support/fixtures.ts";
import { type Answer, request } from "#test/support/http.ts";
import { uniqueName } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { idsNamed, sendContract, sendWithForeignId } from "#test/support/sendContract.ts";
import { comparable, newTenant, type Tenant } from "#test/support/tenants.ts";
import { tracesOf } from "#test/support/traces.ts";

/** All requests of members, from the contracts, so that new operations are covered automatically. */
const ofMembers = contractRequests().filter(({ audience }) => audience === "member");

let own: OwnPlatform;
let tenant: Tenant;
/** Workspace whose ids are sent to the tenant's workspace. */
let other: Tenant;

/** Resources in both workspaces before the attempts. */
let untouched: string[];

beforeAll(async () => {
  own = await startOwnPlatform({});
  [tenant, other] = await Promise.all([newTenant(own), newTenant(own)]);
  // Erasures need a permission.
  for (const { lab } of [tenant, other]) {
    lab.token = await own.sign({ ...decodeJwt(lab.token), permissions: ["data:erase"], role: "manager" });
  }
  untouched = await tracesOf(tenant.scope, other.scope);
});

afterAll(() => own.close());

/** Compares everything in both workspaces with the state before. Takes longer than a request, so by day only at the end. */
async function expectNothingChanged(isEnd = isNightly): Promise<void> {
  if (isEnd) expect(await tracesOf(tenant.scope, other.scope)).toEqual(untouched);
}

const places = ofMembers.flatMap((wanted) => idsNamed(wanted).map((place) => ({ wanted, place })));
/** All places in operations that accept an ID. */
const foreignIds = [
  ...new Map(
    places.map((one) => [
      `${one.place.at.kind} in ${one.place.place} ${one.place.at.path.join(".")} of ${one.wanted.method} ${one.wanted.path}`,
      one,
    ]),
  ),
];

/** Subset of places for daytime runs. */
const everyEighth = foreignIds.filter((_, index) => index % 8 === 0);

/**
 * A round cannot move to another project, so any other project, known or unknown, causes a conflict. The ids in a file of an
 * export are not looked up, and an import needs a closed workspace.
 */
const CONFLICTS = [
  "project in body project_id of POST /v2/workspace/{workspace}/round:update",
  "workspace in body export.workspace.id of POST /v2/workspace/{workspace}/workspace:import",
  "version in body export.version_id of POST /v2/workspace/{workspace}/workspace:import",
];

function expectUnknown({ status, body }: Answer, id: string): void {
  expect([status, body.detail]).toEqual([404, expect.stringContaining(id)]);
}

describe("an id of another workspace", () => {
  let fresh: Fixtures | undefined;

  it("foreign ids are tested wherever an id is accepted", () => {
    expect(foreignIds.length).toBeGreaterThan(50);
  });

  it.each(foreignIds)(
    "as %s, a foreign id is treated like a nonexistent id",
    async (name, { wanted, place }) => {
      const { lab, fixtures } = tenant;
      const kind = place.at.kind as keyof Fixtures;
      const to = { url: lab.regionUrl, workspace: lab.name, token: lab.token };
      const answer = await sendWithForeignId(wanted, to, fixtures, other.fixtures, place);
      const id = other.fixtures[kind];
      if (CONFLICTS.includes(name)) expect(answer.status).toBe(409);
      else expectUnknown(answer, id);
      // Ids of the same millisecond are often consecutive, so the next one may exist.
      const nothing = String(BigInt(id) ^ 2048n);
      const unknown = await sendWithForeignId(wanted, to, fixtures, { ...fixtures, [kind]: nothing }, place);
      expect(comparable(answer, id)).toEqual(comparable(unknown, nothing));
      await expectNothingChanged();
    },
  );

  it("none of the requests with a foreign id changed anything", () => expectNothingChanged(true));

  it("a foreign id in the text of a query or view is treated as unknown", async () => {
    const { lab } = tenant;
    const query = `SELECT * FROM variants FOR VERSION AS OF ${other.fixtures.version}`;
    const post = (path: string, body: object) =>
      request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, { token: lab.token, body });
    expectUnknown(await post("/data:query", { query }), other.fixtures.version);
    expectUnknown(
      await post("/data/table:create", { kind: "VIEW", reference: uniqueName("v").replace("-", "_"), query }),
      other.fixtures.version,
    );
    await expectNothingChanged();
  });

  // Otherwise, a request that could never succeed would prove nothing.
  it.each(sampled(foreignIds, everyEighth))(
    "as %s, the id is known in its workspace",
    async (_, { wanted, place }) => {
      const { lab, scope } = other;
      fresh ??= await newFixtures(lab, scope);
      const id = fresh[place.at.kind as keyof Fixtures];
      const to = { url: lab.regionUrl, workspace: lab.name, token: lab.token };
      const { status, body } = await sendContract(wanted, to, fresh);
      expect([200, 400, 404, 409, 422]).toContain(status);
      if (status === 404) expect(body.detail).not.toContain(id);
      // An archived, deleted or finalized resource cannot be used in the next request.
      if (wanted.method === "POST" && status === 200 && place.place === "query") fresh = undefined;
    },
  );
});
