import { type Rule, testedOperation, testedRule } from "../rule.ts";

const MEMBERS = "Clients: Members and roles";
const ROLES = "Decisions of 2026-11-28: Roles";
const LIST =
  "`member:list` lists the members that the platform knows, with their roles and the origin of each role.";
const SET =
  "`member:setRole` sets the role of a member, or removes it if `role` is null. It requires a manager. A role that is set here takes precedence over the role from the identity provider, and ends with the membership.";
const LEAST =
  'The table of operations states the least role of each (this replaces "`role` is not interpreted").';
const OTHERS =
  "managers change roles, archive and undo the work of others, freeze, export, set webhooks and allow-lists, and erase if they also have";
const DOORS = "Trino's protocol, Iceberg, presigned uploads and machine tokens pass the same gate.";
const FILE = "test/functions/roles.test.ts";

const GATE =
  "A request with too low a role returns a 403 with the code `role_required`. The message names the required role and who can change it.";
const RIGHTS =
  "Roles are `reader`, `scientist` and `manager`, each with the rights of those before it. A reader reads everything and runs queries. A scientist also changes data. A manager also sets roles, undoes and archives the work of other members, and erases with the permission `data:erase`.";
const ORIGIN =
  "The role of a member is the one set in the workspace; otherwise the identity provider's, from the membership or the token's claim `role`; otherwise `manager` for the workspace's first member, and `scientist` for all others. Platform staff are managers.";
const SOON =
  "A changed role takes effect immediately on one machine, and within 5 seconds on AWS. A role that the identity provider changes takes effect within 30 seconds, like any other change to its members.";

export const memberRules: readonly Rule[] = [
  testedRule(
    MEMBERS,
    GATE,
    "refuses with a sentence that names the required role and who can grant it",
    FILE,
  ),
  testedRule(MEMBERS, RIGHTS, "serves each role exactly where it suffices", FILE),
  testedRule(
    MEMBERS,
    ORIGIN,
    "reads the role of people and machines from their tokens, unless one is set",
    FILE,
  ),
  testedRule(MEMBERS, SOON, "immediately stops a demoted manager from acting as one", FILE),
  testedOperation(
    "listMembers",
    MEMBERS,
    LIST,
    "a new member is a scientist by default",
    FILE,
    "makes the first member a manager, and later ones scientists",
  ),
  testedOperation("setMemberRole", MEMBERS, SET, "only a manager sets roles", FILE),
  testedRule(ROLES, LEAST, "lets readers only read, except for a known list of operations", FILE),
  testedRule(
    ROLES,
    OTHERS,
    "requires a manager to undo the load of another member, and to archive what another created",
    FILE,
  ),
  testedRule(ROLES, DOORS, "answers queries of all protocols, and gives no address for uploads", FILE),
];
