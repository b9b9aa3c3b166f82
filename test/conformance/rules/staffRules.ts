import { expect } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import { changeWorkspace } from "#shared/store/workspaces.ts";
import { memberToken, newLab, otherLab, sharedPlatform, uniqueName } from "../../support/lab.ts";
import { manyRecords } from "../../support/manyRecords.ts";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const STAFF = "Clients: Staff and workspaces";
const DECIDED = "Decisions of 2026-11-22";
const PERSON =
  "staff | a person: a member of the staff organization, with any valid token, whatever its organization";
const ANY_TOKEN =
  "A member of the staff organization counts as platform staff with any valid token, whatever the token's organization.";
const UNKNOWN_NAME = "For staff, an unknown workspace name results in a 404.";
const AGAIN = "`workspace:restore` provisions a `FAILED` workspace again, under the same name.";
const ALL_RECORDS =
  "`workspace:listRecords` lists the workspaces of all the caller's organizations, whatever the token's organization.";

/** Returns a staff member's token for the lab's organization. */
async function staffInLab({ lab }: Site): Promise<string> {
  const addresses = sharedPlatform();
  const email = `${uniqueName("staff")}@example.org`;
  const { staffOrganizationId } = await localIdp(addresses).settings();
  await memberToken(addresses, staffOrganizationId, email);
  return memberToken(addresses, lab.orgId, email);
}

/** Returns a staff member's token without an organization. */
async function staffWithoutOrganization(): Promise<string> {
  const addresses = sharedPlatform();
  const email = `${uniqueName("staff")}@example.org`;
  const { staffOrganizationId } = await localIdp(addresses).settings();
  await memberToken(addresses, staffOrganizationId, email);
  return memberToken(addresses, null, email);
}

async function names(site: Site, token: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const page = expectSuccess(
      await site.platform("GET", `/v2/workspace:listRecords?cursor=${cursor}`, { token }),
    );
    found.push(...page.items.map(({ name }: { name: string }) => name));
    if (page.cursor === null) return found;
    cursor = encodeURIComponent(page.cursor);
  }
}

/** Stores a workspace that failed provisioning. */
async function failedWorkspace(): Promise<string> {
  const lab = await newLab();
  const { scope } = await manyRecords(lab);
  const change = (workspace: WorkspaceEntity) => ({
    ...workspace,
    state: "FAILED" as const,
    errors: ["No."],
  });
  await changeWorkspace({ settings: scope.settings }, lab.name, change);
  return lab.name;
}

export const staffRules: readonly Rule[] = [
  rule(STAFF, AGAIN, "restore provisions a FAILED workspace again", async (site) => {
    const name = await failedWorkspace();
    const token = site.staff;
    const path = `/v2/workspace:restore?name=${name}`;
    const restored = expectSuccess(await site.platform("POST", path, { token }));
    expect(restored).toMatchObject({ name, state: "PROVISIONING", errors: [] });
    const state = async () =>
      (await site.platform("GET", `/v2/workspace:get?name=${name}`, { token })).body.state;
    await expect.poll(state, { interval: 20 }).toBe("READY");
  }),
  rule(
    DECIDED,
    PERSON,
    "staff can access another workspace with a token for one organization",
    async (site) => {
      const other = await otherLab();
      const token = await staffInLab(site);
      expectSuccess(await site.region("GET", `/v2/workspace/${other.name}/project:list`, { token }));
      const check = await site.platform("GET", `/auth:checkAuth?workspace=${other.name}`, { token });
      expect(expectSuccess(check)).toEqual({ authorized: true });
    },
  ),
  rule(STAFF, ANY_TOKEN, "staff list all workspaces with a token without an organization", async (site) => {
    const token = await staffWithoutOrganization();
    expectSuccess(await site.platform("GET", "/v2/workspace:listRecords?include_all=true", { token }));
    expectSuccess(await site.platform("GET", `/v2/workspace:get?name=${site.lab.name}`, { token }));
  }),
  rule(STAFF, ANY_TOKEN, "a member who is not staff has no access to other workspaces", async (site) => {
    const other = await otherLab();
    const path = `/v2/workspace/${other.name}/project:list`;
    expectRefused(await site.region("GET", path), 403, "workspace_forbidden");
    expectRefused(
      await site.platform("GET", "/v2/workspace:listRecords?include_all=true"),
      403,
      "staff_only",
    );
  }),
  rule(STAFF, UNKNOWN_NAME, "staff are told that a workspace does not exist", async (site) => {
    const name = uniqueName("none");
    const token = site.staff;
    expectRefused(
      await site.platform("GET", `/v2/workspace:get?name=${name}`, { token }),
      404,
      "workspace_not_found",
    );
    const record = await site.platform("GET", `/v2/workspace:getRecord?name=${name}`, { token });
    expectRefused(record, 404, "workspace_not_found");
    const inside = await site.region("GET", `/v2/workspace/${name}/project:list`, { token });
    expectRefused(inside, 404, "workspace_not_found");
  }),
  rule(
    STAFF,
    ALL_RECORDS,
    "a member of two organizations sees both workspaces with either token",
    async (site) => {
      const addresses = sharedPlatform();
      const other = await otherLab();
      const email = `${uniqueName("both")}@example.org`;
      const first = await memberToken(addresses, site.lab.orgId, email);
      const second = await memberToken(addresses, other.orgId, email);
      const both = [site.lab.name, other.name].sort();
      expect((await names(site, first)).sort()).toEqual(both);
      expect((await names(site, second)).sort()).toEqual(both);
      expect((await names(site, await memberToken(addresses, null, email))).sort()).toEqual(both);
    },
  ),
];
