import { expect } from "vitest";
import { newLab } from "../../support/lab.ts";
import { expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { nightlyRule, type Rule } from "../rule.ts";
import type { Site } from "../site.ts";

const STATES = "Specification: States of a workspace";
const EXPIRES =
  "`DELETING` | retention period expires | default 7 days | `DELETED` | infrastructure resources are deleted";
const DELETING =
  "A workspace in `DELETING` answers its members 409 `workspace_deleting`; everybody else, and everybody once it is `DELETED`, gets 403.";

/** Platform with a retention period short enough to wait for. */
export const RETENTION = { WORKSPACE_RETENTION_SECONDS: "1" };

/** Deleted workspace with a project; its retention period has passed, and its data has been removed. */
async function deletedWorkspace(site: Site) {
  const lab = await newLab(site.addresses);
  const options = { token: site.staff };
  expectSuccess(await site.platform("POST", `/v2/workspace:delete?name=${lab.name}`, options));
  const status = async () =>
    (await site.platform("GET", `/v2/workspace:get?name=${lab.name}`, options)).status;
  await expect.poll(status, { interval: 50 }).toBe(404);
  return lab;
}

const RECORD =
  "`workspace:listRecords` with `include_deleted` also lists the records of purged workspaces: id, name, region, and who created and deleted the workspace, and when. No other list contains them.";

export const retentionRules: readonly Rule[] = [
  nightlyRule(
    "Clients: Staff and workspaces",
    RECORD,
    "the record of a purged workspace is kept",
    async (site) => {
      const { name, token } = await deletedWorkspace(site);
      const records = async (query: string, by: string) => {
        const path = `/v2/workspace:listRecords?limit=1000${query}`;
        const { items } = expectSuccess(await site.platform("GET", path, { token: by }));
        return items.filter((record: { name: string }) => record.name === name);
      };
      const [record, ...others] = await records("&include_deleted=true", token);
      expect(others).toEqual([]);
      expect(record).toStrictEqual({
        ...{ id: isIdText, name, region: "EU", region_api_url: site.lab.regionUrl, idp_org_id: null },
        ...{ created_at: isTime, created_by: isUser, updated_at: isTime, updated_by: isUser },
        ...{ deleted_at: isTime, deleted_by: isUser },
      });
      expect(await records("&include_deleted=true&include_all=true", site.staff)).toEqual([record]);
      expect(await records("", token)).toEqual([]);
      expect(await records("&include_all=true", site.staff)).toEqual([]);
    },
  ),
  nightlyRule(STATES, EXPIRES, "after the retention period, a workspace cannot be restored", async (site) => {
    const { name } = await deletedWorkspace(site);
    const options = { token: site.staff };
    const answer = await site.platform("POST", `/v2/workspace:restore?name=${name}`, options);
    expectRefused(answer, 404, "workspace_not_found");
    expectRefused(await site.platform("POST", `/v2/workspace:delete?name=${name}`, options), 404);
  }),
  nightlyRule(
    "Decisions: More detail",
    DELETING,
    "a DELETED workspace is a 403 for its members, and unknown to staff",
    async (site) => {
      const lab = await deletedWorkspace(site);
      const inside = `/v2/workspace/${lab.name}/project:list`;
      expectRefused(await site.region("GET", inside, { token: lab.token }), 403, "workspace_forbidden");
      expectRefused(await site.region("GET", inside, { token: site.staff }), 404, "workspace_not_found");
      const path = `/v2/workspace:getRecord?name=${lab.name}`;
      expectRefused(await site.platform("GET", path, { token: lab.token }), 403, "workspace_forbidden");
    },
  ),
  nightlyRule(
    STATES,
    EXPIRES,
    "the name of a DELETED workspace is free, and its new workspace is empty",
    async (site) => {
      const { name, regionUrl } = await deletedWorkspace(site);
      const options = { token: site.staff };
      const body = { name, display_name: "Another" };
      expectSuccess(await site.platform("POST", "/v2/workspace:create", { ...options, body }));
      const state = async () =>
        (await site.platform("GET", `/v2/workspace:get?name=${name}`, options)).body.state;
      await expect.poll(state, { interval: 20 }).toBe("READY");
      expect(regionUrl).toBe(site.lab.regionUrl);
      const list = expectSuccess(await site.region("GET", `/v2/workspace/${name}/project:list`, options));
      expect(list).toEqual({ items: [], cursor: null });
    },
  ),
];
