import type { Edit, Recipe } from "./recipe.ts";

/** Statistics about the columns of a version, stored next to its manifest. */
const KEY = `/** Key for the statistics about the columns of one of our manifests. */
export const profileKey = (manifestKey: string): string => manifestKey.replace("/manifests/", "/profiles/");

`;
const NEEDED = `    if (kindOf(key) === "profiles") return manifests.has(key.replace("/profiles/", "/manifests/"));
`;
const TEST = `import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { manifestKey, profileKey } from "#shared/objects/keys.ts";
import { listObjects, putJson } from "#shared/objects/objects.ts";
import { tableByReference } from "#shared/store/tables.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

it("the sweep keeps a version's profile and removes the profile of a commit that lost a race", async () => {
  const scope = await lake.workspace();
  await commitLoad.run(await createIngestedLoad(scope, { a: [column("n", "INT64")] }), scope.settings);
  const { id, manifest_key } = await tableByReference(scope, "a");
  const kept = profileKey(manifest_key ?? "");
  const orphan = profileKey(manifestKey(scope.id, id, "5", "lost"));
  for (const key of [kept, orphan]) await putJson(scope, key, {});

  const { orphans, examples } = await removeOrphans(scope, {
    dryRun: false,
    minAgeMs: -60_000,
    deadline: Number.POSITIVE_INFINITY,
  });
  expect([orphans, examples]).toEqual([1, [orphan]]);
  const left: string[] = [];
  for await (const { key } of listObjects(scope, \`ws/\${scope.id}/tables/\`, null)) left.push(key);
  expect(left).toContain(kept);
  expect(left).not.toContain(orphan);
});
`;

const SWEEP = "shared/history/sweep/tableOrphans.ts";
const before = (file: string, anchor: string, insert: string): Edit => ({ file, before: anchor, insert });

export const addObjectKind: Recipe = {
  heading: "Add a kind of object",
  first: [before("shared/objects/keys.ts", "export const segmentKey = ", KEY)],
  rest: [
    { file: SWEEP, after: "(manifests|segments|merged", insert: "|profiles" },
    before(SWEEP, "    return manifests.has(origin ?? key)", NEEDED),
    { file: "test/shared/history/profiles.test.ts", create: TEST },
  ],
  tests: ["test/shared/history/profiles.test.ts", "test/shared/history/historyModel.test.ts"],
};
