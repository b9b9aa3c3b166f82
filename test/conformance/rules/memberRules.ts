import { expect } from "vitest";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const MEMBERS = "Clients: Members and roles";
const ROLES = "Decisions of 2026-11-28: Roles";
const LIST =
  "`member:list` lists the members that the platform knows, with their roles and the origin of each role.";
const SET =
  "`member:setRole` sets the role of a member, or removes it if `role` is null. It requires a manager. A set role precedes the role of the identity provider, and ends with the membership.";
const LEAST =
  'The table of operations states the least role of each (this replaces "`role` is not interpreted").';
const OTHERS =
  "managers change roles, archive and undo the work of others, freeze, export, set webhooks and allow-lists, and erase if they also have";
const DOORS = "Trino's protocol, Iceberg, presigned uploads and machine tokens pass the same gate.";
const FILE = "test/functions/roles.test.ts";

/** Adds a member to the site's workspace, who has sent a request. */
async function newMember(site: Site): Promise<{ token: string; email: string; userId: string }> {
  const email = `${uniqueName("m")}@example.org`;
  const token = await memberToken(site.addresses, site.lab.orgId, email);
  expectSuccess(await site.get("/project:list", { token }));
  const { user_id: userId } = expectSuccess(await site.platform("GET", "/users/me", { token }));
  return { token, email, userId };
}

const GATE =
  "A request with too low a role returns a 403 with the code `role_required`. The message names the required role and who can change it.";
const RIGHTS =
  "Roles are `reader`, `scientist` and `manager`, each with the rights of those before it. A reader reads everything and runs queries. A scientist also changes data. A manager also sets roles, undoes and archives the work of other members, and erases with the permission `data:erase`.";
const ORIGIN =
  "The role of a member is the one set in the workspace; otherwise the identity provider's, from the membership or the token's claim `role`; otherwise `manager` for the workspace's first member, and `scientist` for all others. Platform staff are managers.";
const SOON =
  "A changed role takes effect immediately on one machine, and within 5 seconds on AWS. A role that the identity provider changes takes effect within 30 seconds, like any other change to its members.";

export const memberRules: readonly Rule[] = [
  testedRule(MEMBERS, GATE, "refuses with a sentence that names the required role and who can give it", FILE),
  testedRule(MEMBERS, RIGHTS, "serves each role exactly where it suffices", FILE),
  testedRule(
    MEMBERS,
    ORIGIN,
    "reads the role of people and machines from their tokens, unless one is set",
    FILE,
  ),
  testedRule(MEMBERS, SOON, "lets a manager who was demoted do nothing more as a manager at once", FILE),
  operationRule("listMembers", MEMBERS, LIST, "a new member is a scientist by default", async (site) => {
    const { userId, token } = await newMember(site);
    const items = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = expectSuccess(await site.get(`/member:list?limit=100&cursor=${cursor}`, { token }));
      items.push(...page.items);
      cursor = page.cursor;
    }
    const found = items.find((item) => item.user_id === userId);
    expect(found).toMatchObject({ role: "scientist", role_source: "DEFAULT", user_type: "USER" });
  }),
  operationRule("setMemberRole", MEMBERS, SET, "only a manager sets roles", async (site) => {
    const { token, userId } = await newMember(site);
    const set = (by: string, role: string | null) =>
      site.post("/member:setRole", { user_id: userId, role }, { token: by });
    expectRefused(await set(token, "manager"), 403, "role_required");
    expect(expectSuccess(await set(site.lab.token, "reader"))).toMatchObject({
      role: "reader",
      role_source: "SET",
    });
    expectRefused(await site.post("/project:create", { name: "no" }, { token }), 403, "role_required");
    expect(expectSuccess(await set(site.lab.token, null))).toMatchObject({ role: "scientist" });
  }),
  testedRule(ROLES, LEAST, "lets readers only read, except for a known list of operations", FILE),
  testedRule(
    ROLES,
    OTHERS,
    "requires a manager to undo the load of another member, and to archive what another created",
    FILE,
  ),
  testedRule(ROLES, DOORS, "answers queries of all protocols, and gives no address for uploads", FILE),
];
