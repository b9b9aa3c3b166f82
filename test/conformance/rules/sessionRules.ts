import { expect } from "vitest";
import { directoryOf } from "../../support/directory.ts";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { type Rule, rule, testedOperation, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const FILE = "test/functions/sessions.test.ts";

const OPERATIONS = "Specification: Platform and identity endpoints";
const SHAPES = "Specification: Authentication-related shapes";
const VALUES = "Decisions: Values";
const RADAR =
  "AddRadarAllowEntryRequest: `type` enum `ip_address`, `domain`, `email`, `device`, `user_agent`, `device_fingerprint` (required); `entry` string (required).";
const BODY = "`idp:revokeSessions` body | `{user_id?}`; the caller by default, another user by staff only";
const STAFF_ONLY = "`idp:addRadarAllowEntry` | staff only: it acts on the whole provider";
const WITHIN =
  "A request with a revoked `sid`, or from a removed member, is denied within 30 s although its token still verifies";

const TYPES = ["ip_address", "domain", "email", "device", "user_agent", "device_fingerprint"];

function revoke(site: Site, token: string | null, body?: unknown) {
  return site.platform("POST", "/idp:revokeSessions", { token, body });
}

function status(site: Site, token: string) {
  return site.platform("GET", "/users/me", { token }).then((answer) => answer.status);
}

/** Creates a user who has signed in twice. */
async function signInTwice(site: Site) {
  const email = `${uniqueName("u")}@example.org`;
  const tokens = [
    await memberToken(site.addresses, null, email),
    await memberToken(site.addresses, null, email),
  ];
  for (const token of tokens) expect(await status(site, token)).toBe(200);
  return { email, id: await directoryOf(site.addresses).user(email), tokens: tokens as [string, string] };
}

const entryRules = TYPES.map((type) => {
  const title = `an allow entry of type ${type} reaches the provider once, however often it is added`;
  return testedRule(
    SHAPES,
    RADAR,
    `staff can add an allow entry of the type ${type} repeatedly`,
    FILE,
    title,
  );
});

export const sessionRules: readonly Rule[] = [
  testedOperation(
    "revokeSessions",
    OPERATIONS,
    "POST `/idp:revokeSessions` (internal) | none declared; the user whose sessions are revoked: not shown | none | JSON object; revokes all sessions of a user",
    "all of the caller's tokens are refused afterwards, and a new sign-in works",
    FILE,
  ),
  rule(VALUES, BODY, "a missing, empty or null body means the caller", async (site) => {
    for (const body of [undefined, {}, { user_id: null }, "null"]) {
      const { id, tokens } = await signInTwice(site);
      expect(expectSuccess(await revoke(site, tokens[1], body))).toEqual({ user_id: id, revoked: 2 });
      for (const token of tokens) expect(await status(site, token)).toBe(401);
    }
  }),
  testedRule(VALUES, BODY, "only staff can end the sessions of another user", FILE),
  rule(VALUES, BODY, "an unknown user is a 404, an invalid id a 422", async (site) => {
    for (const user_id of ["user_unknown", "../users", "x".repeat(200), "ä 🧬", "."]) {
      expectRefused(await revoke(site, site.staff, { user_id }), 404, "user_not_found");
    }
    for (const user_id of ["x".repeat(201), 5, []]) {
      expectInvalid(await revoke(site, site.staff, { user_id }), "body", "user_id");
    }
    expectInvalid(await revoke(site, site.staff, []), "body");
    expectRefused(await revoke(site, null), 401, "token_missing");
  }),
  rule(
    "Decisions: Identity provider",
    WITHIN,
    "a revoked token does not open a workspace either",
    async (site) => {
      const email = `${uniqueName("u")}@example.org`;
      const token = await memberToken(site.addresses, site.lab.orgId, email);
      expectSuccess(await site.get("/project:list", { token }));
      expectSuccess(await revoke(site, token));
      const read = async () => (await site.get("/project:list", { token })).status;
      await expect.poll(read, { interval: 50 }).toBe(401);
    },
  ),
  testedOperation(
    "addRadarAllowEntry",
    OPERATIONS,
    "POST `/idp:addRadarAllowEntry` (internal) | none | AddRadarAllowEntryRequest (required) | SuccessResponse; adds a threat-detection allow entry",
    "an entry that the provider refuses is a 422 that names it",
    FILE,
  ),
  ...entryRules,
  testedRule(
    SHAPES,
    RADAR,
    "another type, or a missing type or entry, is a 422",
    FILE,
    "an entry that the provider refuses is a 422 that names it",
  ),
  testedRule(
    SHAPES,
    "SuccessResponse: `detail` string, default `Success`.",
    "the response to a new entry has this one field",
    FILE,
    "an allow entry of type device reaches the provider once, however often it is added",
  ),
  testedRule(VALUES, STAFF_ONLY, "a member cannot add an allow entry, with any body", FILE),
];
