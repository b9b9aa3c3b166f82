import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { localIdp } from "#local/idp/localIdp.ts";
import { hasRole, ROLES, type Role } from "#shared/domain/role.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import { type ContractRequest, contractRequests } from "#test/support/contractRequests.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { sendContract } from "#test/support/sendContract.ts";
import { trinoClient } from "#test/support/trinoClient.ts";

/** Operations that change data or start work although readers may use them: queries, and what only computes an answer. */
const POSTS_OF_READERS = [
  ...["runQuery", "startQuery", "cancelQuery", "startStatement", "cancelStatement"],
  ...[
    "startTableDownload",
    "startTableRowDiff",
    "listLoads",
    "numberAntibodies",
    "previewFile",
    "writeOrderDna",
    "writeOrderPrimers",
  ],
];

const NO_RESOURCE = "153712003840515";

/** The first request of each operation for members; later ones differ only in optional fields. */
const requests = [
  ...new Map(
    contractRequests()
      .filter(({ audience }) => audience === "member")
      .map((wanted) => [wanted.operation, wanted]),
  ).values(),
];

function roleRequired({ method, path }: ContractRequest): Role {
  const found = Object.values(operations).find(({ contract }) =>
    routesOf(contract).some((route) => route.method === method && route.path === path),
  );
  if (!found?.contract.role) throw new Error(`${method} ${path} has no role`);
  return found.contract.role;
}

let lab: Lab;
const tokens: Record<string, string> = {};

async function setRole(token: string, userId: string, role: Role | null): Promise<Answer> {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/member:setRole`;
  return request("POST", url, { token, body: { user_id: userId, role } });
}

interface MemberView {
  user_id: string;
  email: string;
  role: Role;
  role_source: string;
  user_type: string;
}

async function memberOf(email: string): Promise<MemberView> {
  const { items } = await lab.api.get<{ items: MemberView[] }>("/member:list?limit=100");
  const found = items.find((member) => member.email === email);
  if (!found) throw new Error(`${email} is not a member`);
  return found;
}

/** Signs a new member in, and makes the member known by a request. */
async function newMember(name: string, role?: Role): Promise<{ token: string; userId: string }> {
  const email = `${name}-${lab.name}@example.org`;
  const token = await memberToken(sharedPlatform(), lab.orgId, email);
  expect((await call(token, "GET", "project:list")).status).toBe(200);
  const { user_id: userId } = await memberOf(email);
  if (role) expect((await setRole(lab.token, userId, role)).status).toBe(200);
  return { token, userId };
}

function call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return request(method, `${lab.regionUrl}/v2/workspace/${lab.name}/${path}`, { token, body });
}

beforeAll(async () => {
  lab = await newLab();
  for (const role of ROLES) tokens[role] = (await newMember(role, role)).token;
});

describe("every operation for members, with each role", () => {
  it("serves each role exactly where it suffices", async () => {
    const ids = new Proxy({}, { get: () => NO_RESOURCE });
    for (const { role, wanted } of ROLES.flatMap((role) => requests.map((wanted) => ({ role, wanted })))) {
      // A manager would change the roles of this test.
      if (wanted.operation === "setMemberRole" && role === "manager") continue;
      const to = { url: lab.regionUrl, workspace: lab.name, token: tokens[role] ?? null };
      const answer = await sendContract(wanted, to, ids);
      const isRefused = answer.status === 403 && JSON.stringify(answer.body).includes("your role in this");
      const expected = !hasRole(role, roleRequired(wanted));
      expect([role, wanted.operation, isRefused]).toEqual([role, wanted.operation, expected]);
    }
  }, 60_000);

  it("lets readers only read, except for a known list of operations", () => {
    const readers = Object.entries(operations)
      .filter(([, { contract }]) => contract.role === "reader" && contract.method !== "GET")
      .map(([name]) => name);
    expect(readers.sort()).toEqual([...POSTS_OF_READERS].sort());
  });
});

describe("roles of members", () => {
  it("makes the first member a manager, and later ones scientists", async () => {
    await newMember("later");
    expect(await memberOf(`${lab.name}@example.org`)).toMatchObject({
      role: "manager",
      role_source: "FIRST_MEMBER",
    });
    expect(await memberOf(`later-${lab.name}@example.org`)).toMatchObject({
      role: "scientist",
      role_source: "DEFAULT",
      user_type: "USER",
    });
  });

  it("only a manager sets roles", async () => {
    const { token, userId } = await newMember("promoted");
    const refused = await setRole(token, userId, "manager");
    expect([refused.status, refused.body.code]).toEqual([403, "role_required"]);
    expect((await setRole(lab.token, userId, "reader")).body).toMatchObject({
      role: "reader",
      role_source: "SET",
    });
  });

  it("refuses with a sentence that names the required role and who can grant it", async () => {
    const answer = await call(tokens.reader ?? "", "POST", "project:create", { name: "no" });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: "role_required",
      detail:
        "This requires the role scientist, and your role in this workspace is reader. A manager of the workspace or platform staff can change it.",
    });
  });

  it("immediately stops a demoted manager from acting as one", async () => {
    const former = await newMember("former", "manager");
    const other = await newMember("other");
    expect((await setRole(former.token, other.userId, "reader")).status).toBe(200);
    expect((await setRole(lab.token, former.userId, "reader")).status).toBe(200);
    expect((await setRole(former.token, other.userId, "manager")).status).toBe(403);
    expect((await call(former.token, "POST", "project:create", { name: "no" })).status).toBe(403);
    expect((await setRole(lab.token, former.userId, null)).body).toMatchObject({ role: "scientist" });
    expect((await call(former.token, "POST", "project:create", { name: "yes" })).status).toBe(200);
  });

  it("does not find users who are not members", async () => {
    const answer = await setRole(lab.token, "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ", "reader");
    expect([answer.status, answer.body.code]).toEqual([404, "member_not_found"]);
  });

  it("reads the role of people and machines from their tokens, unless one is set", async () => {
    const idp = localIdp(sharedPlatform());
    const machine = await idp.machineToken(lab.orgId, "reader");
    expect((await call(machine, "GET", "project:list")).status).toBe(200);
    expect((await call(machine, "POST", "project:create", { name: "no" })).status).toBe(403);
    const boss = await idp.machineToken(lab.orgId, "manager");
    expect((await call(boss, "GET", "member:list")).status).toBe(200);
    const { clientId } = await idp.settings();
    const email = `claims-${lab.name}@example.org`;
    const token = await idp.userToken(clientId, email, lab.orgId, undefined, "reader");
    expect((await call(token, "POST", "project:create", { name: "no" })).status).toBe(403);
    const member = await memberOf(email);
    expect(member).toMatchObject({ role: "reader", role_source: "PROVIDER" });
    expect((await setRole(boss, member.user_id, "scientist")).body).toMatchObject({ role_source: "SET" });
    expect((await call(token, "POST", "project:create", { name: "yes" })).status).toBe(200);
  });

  it("gives platform staff the rights of managers without a membership", async () => {
    const staff = await staffToken(sharedPlatform());
    const { userId } = await newMember("ofstaff");
    expect((await setRole(staff, userId, "reader")).status).toBe(200);
  });
});

describe("work of others", () => {
  it("requires a manager to undo the load of another member, and to archive what another created", async () => {
    const ada = await newMember("ada");
    const grace = await newMember("grace");
    const load = await call(ada.token, "POST", "data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { wells: { columns: [{ name: "od", type: "FLOAT64" }], format: "CSV" } },
    });
    const form = new FormData();
    form.set("table_reference", "wells");
    form.set("file", new Blob(["od\n0.7\n"]), "wells.csv");
    expect((await call(ada.token, "POST", `data/load:uploadFile?id=${load.body.id}`, form)).status).toBe(200);
    expect((await call(ada.token, "POST", `data/load:finalize?id=${load.body.id}`)).status).toBe(200);
    await completed(ada.token, load.body.id, true);

    const refused = await call(grace.token, "POST", `data/load:undo?id=${load.body.id}`);
    expect([refused.status, refused.body.code]).toEqual([403, "role_required"]);
    expect(refused.body.detail).toContain(`created by another member (${ada.userId})`);
    expect((await call(grace.token, "POST", "data/table:archive?reference=wells")).status).toBe(403);
    const project = await call(ada.token, "POST", "project:create", { name: "Ada's" });
    expect((await call(grace.token, "POST", `project:archive?id=${project.body.id}`)).status).toBe(403);
    expect((await call(ada.token, "POST", `project:archive?id=${project.body.id}`)).status).toBe(200);

    expect((await call(lab.token, "POST", `data/load:undo?id=${load.body.id}`)).status).toBe(200);
    await completed(ada.token, load.body.id, false);
    expect((await call(lab.token, "POST", "data/table:archive?reference=wells")).status).toBe(200);
  });
});

async function completed(token: string, id: string, isActive: boolean): Promise<void> {
  await expect
    .poll(async () => (await call(token, "GET", `data/load:get?id=${id}`)).body, { timeout: 20_000 })
    .toMatchObject({ state: "COMPLETED", is_active: isActive });
}

describe("the doors of readers", () => {
  it("answers queries of all protocols, and gives no address for uploads", async () => {
    const token = tokens.reader ?? "";
    const started = await call(token, "POST", "data/query:start", { query: "SELECT 42 AS answer" });
    expect(started.status).toBe(200);
    expect((await call(token, "POST", "data:query", { query: "SELECT 42" })).status).toBe(200);
    const trino = trinoClient({ regionUrl: lab.regionUrl, name: lab.name, token });
    expect(await trino.rows("SELECT 6 * 7")).toEqual([[42]]);
    const tables = `${lab.regionUrl}/iceberg/v1/${lab.name}/namespaces/main/tables`;
    expect((await request("GET", tables, { token })).status).toBe(200);
    const structure = await call(token, "POST", "data/artifact:create", {
      type: "protein.structure/v1",
      context: { kind: "WORKSPACE" },
      name: "fold",
    });
    expect(structure.status).toBe(403);
    expect(JSON.stringify(structure.body)).not.toContain("upload_url");
  });
});
