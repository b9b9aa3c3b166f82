import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Settings } from "#shared/runtime/scope.ts";
import { platformDatabase } from "#shared/store/dynamodb/database.ts";
import { type FaultyProvider, startFaultyProvider } from "#test/support/faultyProvider.ts";
import { request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, uniqueName } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

/*
 * How long a denial takes must not reveal whether a workspace of that name exists: it costs the same reads either way.
 */

let provider: FaultyProvider;
let own: OwnPlatform;
let lab: Lab;
let nonMember: string;
/** Partition keys of platform records that were read individually, in order. */
const reads: string[] = [];

beforeAll(async () => {
  provider = await startFaultyProvider();
  own = await startOwnPlatform({ IDP_API_URL: provider.url });
  provider.target = own.platform.idpUrl;
  lab = await newLab(own.addresses);
  nonMember = await memberToken(own.addresses, null, `${uniqueName("nonmember")}@example.org`);
  for (const place of ["platform", "EU"] as const) noteReads(own.platform.settings[place]);
});

afterAll(async () => {
  await own.close();
  await provider.close();
});

function noteReads(settings: Settings): void {
  platformDatabase({ settings }).client.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        const { Key } = call.input as { Key?: { pk?: { S?: string } } };
        const list = Key?.pk?.S?.split("#")[0] ?? "";
        if (commandName === "GetItemCommand" && list.startsWith("WORKSPACE")) reads.push(list);
        return next(call);
      },
    { step: "build" },
  );
}

/** Returns the status of a non-member's request and the reads that it caused. */
async function requestDenied(url: string) {
  reads.length = 0;
  const { status } = await request("GET", url, { token: nonMember });
  return { status, reads: [...reads] };
}

const NAME_AND_RECORD = ["WORKSPACE_NAME", "WORKSPACE"];

describe("a non-member's request", () => {
  it.each([
    ["at a regional address", 403, (name: string) => `${lab.regionUrl}/v2/workspace/${name}/project:list`],
    ["for a workspace", 403, (name: string) => `${own.platform.url}/v2/workspace:get?name=${name}`],
    ["for a record", 403, (name: string) => `${own.platform.url}/v2/workspace:getRecord?name=${name}`],
    [
      "for what another token would reach",
      200,
      (name: string) => `${own.platform.url}/auth:checkAuth?workspace=${name}`,
    ],
  ])(
    "a non-member's request %s costs the same reads for a foreign workspace as for an unknown one",
    async (_, status, url) => {
      for (const name of [lab.name, "no-such-workspace"]) {
        for (const turn of ["first", "second"]) {
          expect([name, turn, await requestDenied(url(name))]).toEqual([
            name,
            turn,
            { status, reads: NAME_AND_RECORD },
          ]);
        }
      }
    },
  );

  it("a non-member's request uses the same number of reads whether or not members are active", async () => {
    const path = "/project:list";
    for (const name of [lab.name, "no-such-workspace"]) {
      await lab.api.get(path);
      const url = `${lab.regionUrl}/v2/workspace/${name}${path}`;
      expect(await requestDenied(url)).toEqual({ status: 403, reads: NAME_AND_RECORD });
    }
  });

  it("a non-member's request calls the identity provider equally often whether or not members are active", async () => {
    const asked: number[] = [];
    for (const name of [lab.name, "no-such-workspace"]) {
      const before = provider.requestCount;
      await requestDenied(`${own.platform.url}/auth:checkAuth?workspace=${name}`);
      asked.push(provider.requestCount - before);
    }
    expect(asked).toEqual([1, 1]);
  });
});
