import { expect } from "vitest";
import { type Lab, memberToken, newLab, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isTime, isUser } from "../expectations.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const STATES = "Specification: States of a workspace";
const OPERATIONS = "Specification: Platform and identity endpoints";
const RECORD = "Specification: Workspace record";
const DETAIL = "Decisions: More detail";
const DELETE = "any live workspace | `:delete` | | `DELETING` |";
const RESTORE =
  "`DELETING` | `:restore` | only while not yet `DELETED` | restored workspace (resulting state value: not shown)";
const ADMIN = "Workspace create, delete, restore and capability update are administrator-only.";
const UPDATE =
  "POST `/v2/workspace:updateCapabilities` (internal) | query `name` string, required | `{can_generate_variants: boolean or null}`; omitted or null capabilities stay unchanged | Workspace";
const DELETING =
  "A workspace in `DELETING` answers its members 409 `workspace_deleting`; everybody else, and everybody once it is `DELETED`, gets 403.";
const RESTORED = "`READY`, once it had been `READY`; otherwise the state it had";
const DELETED = "`deleted_at` (date-time or null), `deleted_by` (string or null).";
const VERBS = ["delete", "restore", "updateCapabilities"] as const;

function manage(site: Site, verb: string, name: string, body?: unknown) {
  return site.platform("POST", `/v2/workspace:${verb}?name=${name}`, { token: site.staff, body });
}

async function read(site: Site, verb: "get" | "getRecord", name: string) {
  return expectSuccess(
    await site.platform("GET", `/v2/workspace:${verb}?name=${name}`, { token: site.staff }),
  );
}

/** Creates a workspace without waiting until it is ready. */
async function createWorkspace(site: Site): Promise<string> {
  const body = { name: uniqueName("c"), display_name: "x" };
  return expectSuccess(await site.platform("POST", "/v2/workspace:create", { token: site.staff, body })).name;
}

function listProjects(site: Site, lab: Lab, token = lab.token) {
  return site.region("GET", `/v2/workspace/${lab.name}/project:list`, { token });
}

const staffRules = VERBS.map((verb) =>
  rule(OPERATIONS, ADMIN, `:${verb} is for staff: members and strangers get a 403`, async (site) => {
    const nonMember = await memberToken(site.addresses, null, "nonmember@example.org");
    for (const token of [site.lab.token, nonMember]) {
      for (const query of [`?name=${site.lab.name}`, "?name=no-such-workspace", ""]) {
        const answer = await site.platform("POST", `/v2/workspace:${verb}${query}`, { token, body: {} });
        expectRefused(answer, 403, "staff_only");
      }
    }
    expectRefused(
      await site.platform("POST", `/v2/workspace:${verb}`, { token: null }),
      401,
      "token_missing",
    );
    expect((await read(site, "get", site.lab.name)).state).toBe("READY");
  }),
);

const unknownRules = VERBS.map((verb) =>
  rule(
    "Decisions: Errors",
    "unknown id, reference or path",
    `:${verb} of an unknown workspace is a 404`,
    async (site) => {
      for (const name of ["no-such-workspace", "Ä/../x"]) {
        expectRefused(await manage(site, verb, encodeURIComponent(name), {}), 404, "workspace_not_found");
      }
      const path = `/v2/workspace:${verb}`;
      expectInvalid(await site.platform("POST", path, { token: site.staff, body: {} }), "query", "name");
    },
  ),
);

export const workspaceStateRules: readonly Rule[] = [
  ...staffRules,
  ...unknownRules,
  operationRule(
    "deleteWorkspace",
    OPERATIONS,
    "POST `/v2/workspace:delete` (internal) | query `name` string, required | none | Workspace; begins deletion",
    "a deletion returns the workspace as DELETING",
    async (site) => {
      const before = await read(site, "get", await createWorkspace(site));
      const deleted = expectSuccess(await manage(site, "delete", before.name));
      expect(deleted).toStrictEqual({ ...before, state: "DELETING", updated_at: isTime });
      expect((await read(site, "get", before.name)).state).toBe("DELETING");
    },
  ),
  operationRule(
    "restoreWorkspace",
    OPERATIONS,
    "POST `/v2/workspace:restore` (internal) | query `name` string, required | none | Workspace",
    "a restored workspace serves its members again, with its data",
    async (site) => {
      const lab = await newLab(site.addresses);
      expectSuccess(await manage(site, "delete", lab.name));
      expect(expectSuccess(await manage(site, "restore", lab.name))).toMatchObject({
        name: lab.name,
        state: "READY",
      });
      const { items } = expectSuccess(await listProjects(site, lab));
      expect(items.map(({ id }: { id: string }) => id)).toEqual([lab.projectId]);
    },
  ),
  operationRule(
    "getWorkspaceErasureCertificate",
    "Clients: Erasure",
    "`workspace:getErasureCertificate` gives platform staff the certificate of a workspace that was deleted with `erase`, once all its data is gone. Before that, it returns a 409 with the code `erasure_not_completed`.",
    "a workspace that was not erased has no certificate; an unknown one is a 404; members get a 403",
    async (site) => {
      const { id } = await read(site, "get", await createWorkspace(site));
      const path = "/v2/workspace:getErasureCertificate?id=";
      const get = (of: string, token = site.staff) => site.platform("GET", `${path}${of}`, { token });
      expectRefused(await get(id), 409, "erasure_not_completed");
      expectRefused(await get("1"), 404, "workspace_not_found");
      expectRefused(await get(id, site.lab.token), 403, "staff_only");
    },
  ),
  rule(STATES, DELETE, "a READY workspace can be deleted once, until it is restored", async (site) => {
    const lab = await newLab(site.addresses);
    expectSuccess(await manage(site, "delete", lab.name));
    expect(expectRefused(await manage(site, "delete", lab.name), 409, "workspace_deleting").detail).toContain(
      lab.name,
    );
    expectSuccess(await manage(site, "restore", lab.name));
    expect(expectSuccess(await manage(site, "delete", lab.name)).state).toBe("DELETING");
  }),
  rule(STATES, DELETE, "a workspace deleted during provisioning stays deleted", async (site) => {
    const name = await createWorkspace(site);
    expectSuccess(await manage(site, "delete", name));
    // In the meantime, another workspace is fully provisioned.
    await newLab(site.addresses);
    expect((await read(site, "get", name)).state).toBe("DELETING");
  }),
  rule(
    "Decisions: Values",
    RESTORED,
    "a workspace deleted during provisioning becomes READY after a restore",
    async (site) => {
      const name = await createWorkspace(site);
      expectSuccess(await manage(site, "delete", name));
      expect(expectSuccess(await manage(site, "restore", name)).state).toMatch(/^(PROVISIONING|READY)$/);
      const state = async () => (await read(site, "get", name)).state;
      await expect.poll(state, { interval: 20 }).toBe("READY");
    },
  ),
  rule(
    STATES,
    RESTORE,
    "a workspace that is not being deleted cannot be restored: the 409 names its state",
    async (site) => {
      const answer = await manage(site, "restore", site.lab.name);
      expect(expectRefused(answer, 409, "workspace_not_deleting").detail).toContain("READY");
    },
  ),
  rule(STATES, RESTORE, "of ten concurrent restores, one succeeds", async (site) => {
    const lab = await newLab(site.addresses);
    expectSuccess(await manage(site, "delete", lab.name));
    const answers = await Promise.all(Array.from({ length: 10 }, () => manage(site, "restore", lab.name)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expectSuccess(await listProjects(site, lab));
  }),
  rule(
    RECORD,
    DELETED,
    "a record shows when and by whom the deletion was requested, until a restore",
    async (site) => {
      const name = await createWorkspace(site);
      expectSuccess(await manage(site, "delete", name));
      expect(await read(site, "getRecord", name)).toMatchObject({ deleted_at: isTime, deleted_by: isUser });
      expectSuccess(await manage(site, "restore", name));
      expect(await read(site, "getRecord", name)).toMatchObject({ deleted_at: null, deleted_by: null });
    },
  ),
  rule(
    OPERATIONS,
    "query `include_deleted` boolean default false",
    "a DELETING workspace is listed only on request",
    async (site) => {
      const lab = await newLab(site.addresses);
      const names = async (query = "") => {
        const path = `/v2/workspace:listRecords${query}`;
        const { items } = expectSuccess(await site.platform("GET", path, { token: lab.token }));
        return items.map(({ name }: { name: string }) => name);
      };
      expect(await names()).toEqual([lab.name]);
      expectSuccess(await manage(site, "delete", lab.name));
      expect(await names()).toEqual([]);
      expect(await names("?include_deleted=true")).toEqual([lab.name]);
      expectSuccess(await manage(site, "restore", lab.name));
      expect(await names()).toEqual([lab.name]);
    },
  ),
  rule(DETAIL, DELETING, "members and staff get a 409 for a DELETING workspace", async (site) => {
    const lab = await newLab(site.addresses);
    expectSuccess(await manage(site, "delete", lab.name));
    for (const token of [lab.token, site.staff]) {
      expectRefused(await listProjects(site, lab, token), 409, "workspace_deleting");
    }
    const path = `/v2/workspace/${lab.name}/project:create`;
    const options = { token: lab.token, body: "no json" };
    expectRefused(await site.region("POST", path, options), 409, "workspace_deleting");
  }),
  rule(DETAIL, DELETING, "others get the same 403 for DELETING and unknown workspaces", async (site) => {
    const lab = await newLab(site.addresses);
    expectSuccess(await manage(site, "delete", lab.name));
    const said = [];
    for (const name of [lab.name, "no-such-workspace"]) {
      const path = `/v2/workspace/${name}/project:list`;
      const { detail } = expectRefused(await site.region("GET", path), 403, "workspace_forbidden");
      said.push(detail.replaceAll(name, "NAME"));
    }
    expect(said[0]).toBe(said[1]);
  }),
  rule(STATES, DELETE, "the name of a DELETING workspace stays in use", async (site) => {
    const name = await createWorkspace(site);
    expectSuccess(await manage(site, "delete", name));
    const body = { name, display_name: "x" };
    const answer = await site.platform("POST", "/v2/workspace:create", { token: site.staff, body });
    expectRefused(answer, 409, "workspace_name_taken");
  }),
  operationRule(
    "updateWorkspaceCapabilities",
    OPERATIONS,
    UPDATE,
    "a capability can be changed alone",
    async (site) => {
      const before = await read(site, "get", await createWorkspace(site));
      for (const can_generate_variants of [false, true, true]) {
        const updated = expectSuccess(
          await manage(site, "updateCapabilities", before.name, { can_generate_variants }),
        );
        expect(updated).toMatchObject({
          id: before.id,
          display_name: before.display_name,
          capabilities: { can_generate_variants },
          updated_at: isTime,
        });
        expect((await read(site, "get", before.name)).capabilities).toEqual({ can_generate_variants });
      }
    },
  ),
  rule(OPERATIONS, UPDATE, "omitted and null capabilities stay unchanged", async (site) => {
    const name = await createWorkspace(site);
    expectSuccess(await manage(site, "updateCapabilities", name, { can_generate_variants: false }));
    for (const body of [{}, { can_generate_variants: null }, { unknown: null }]) {
      expect(expectSuccess(await manage(site, "updateCapabilities", name, body)).capabilities).toEqual({
        can_generate_variants: false,
      });
    }
  }),
  rule(
    OPERATIONS,
    UPDATE,
    "a capability that is not a boolean, a missing body and an array are a 422",
    async (site) => {
      const path = ["body", "can_generate_variants"];
      for (const can_generate_variants of ["true", 1, [], {}]) {
        expectInvalid(
          await manage(site, "updateCapabilities", site.lab.name, { can_generate_variants }),
          ...path,
        );
      }
      for (const body of [undefined, [], 5]) {
        expectInvalid(await manage(site, "updateCapabilities", site.lab.name, body), "body");
      }
    },
  ),
  rule(OPERATIONS, UPDATE, "the capabilities of a DELETING workspace cannot change: 409", async (site) => {
    const name = await createWorkspace(site);
    expectSuccess(await manage(site, "delete", name));
    const answer = await manage(site, "updateCapabilities", name, { can_generate_variants: false });
    expectRefused(answer, 409, "workspace_deleting");
    expectSuccess(await manage(site, "restore", name));
    expect((await read(site, "get", name)).capabilities).toEqual({ can_generate_variants: true });
  }),
];
