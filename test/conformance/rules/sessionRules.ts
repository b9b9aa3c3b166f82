import { expect } from "vitest";
import { directoryOf } from "../../support/directory.ts";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const OPERATIONS = "Specification: Platform and identity endpoints";
const SHAPES = "Specification: Authentication-related shapes";
const VALUES = "Decisions: Values";
const RADAR =
  "AddRadarAllowEntryRequest: `type` enum `ip_address`, `domain`, `email`, `device`, `user_agent`, `device_fingerprint` (required); `entry` string (required).";
const BODY = "`idp:revokeSessions` body | `{user_id?}`; the caller by default, another user by staff only";
const STAFF_ONLY = "`idp:addRadarAllowEntry` | staff only: it acts on the whole provider";
const WITHIN =
  "A request with a revoked `sid`, or from a removed member, is denied within 30 s although its token still verifies";

const ENTRIES: Record<string, string> = {
  ip_address: "192.0.2.17",
  domain: "example.org",
  email: "ada@example.org",
  device: "device_1",
  user_agent: "curl/8",
  device_fingerprint: "f".repeat(64),
};

function revoke(site: Site, token: string | null, body?: unknown) {
  return site.platform("POST", "/idp:revokeSessions", { token, body });
}

function allow(site: Site, token: string | null, body: unknown) {
  return site.platform("POST", "/idp:addRadarAllowEntry", { token, body });
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

const entryRules = Object.entries(ENTRIES).map(([type, entry]) =>
  rule(SHAPES, RADAR, `staff can add an allow entry of the type ${type} repeatedly`, async (site) => {
    for (const _ of ["once", "again"]) {
      expect(expectSuccess(await allow(site, site.staff, { type, entry }))).toEqual({ detail: "Success" });
    }
  }),
);

export const sessionRules: readonly Rule[] = [
  operationRule(
    "revokeSessions",
    OPERATIONS,
    "POST `/idp:revokeSessions` (internal) | none declared; the user whose sessions are revoked: not shown | none | JSON object; revokes all sessions of a user",
    "all of the caller's tokens are refused afterwards, and a new sign-in works",
    async (site) => {
      const { email, id, tokens } = await signInTwice(site);
      expect(expectSuccess(await revoke(site, tokens[0]))).toEqual({ user_id: id, revoked: 2 });
      for (const token of tokens) expect(await status(site, token)).toBe(401);
      expect(await status(site, await memberToken(site.addresses, null, email))).toBe(200);
    },
  ),
  rule(VALUES, BODY, "a missing, empty or null body means the caller", async (site) => {
    for (const body of [undefined, {}, { user_id: null }, "null"]) {
      const { id, tokens } = await signInTwice(site);
      expect(expectSuccess(await revoke(site, tokens[1], body))).toEqual({ user_id: id, revoked: 2 });
      for (const token of tokens) expect(await status(site, token)).toBe(401);
    }
  }),
  testedRule(
    VALUES,
    BODY,
    "only staff can end the sessions of another user",
    "test/functions/sessions.test.ts",
  ),
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
  operationRule(
    "addRadarAllowEntry",
    OPERATIONS,
    "POST `/idp:addRadarAllowEntry` (internal) | none | AddRadarAllowEntryRequest (required) | SuccessResponse; adds a threat-detection allow entry",
    "an entry that the provider refuses is a 422 that names it",
    async (site) => {
      expectInvalid(
        await allow(site, site.staff, { type: "ip_address", entry: "no address" }),
        "body",
        "entry",
      );
      expectInvalid(await allow(site, site.staff, { type: "email", entry: "no address" }), "body", "entry");
    },
  ),
  ...entryRules,
  rule(SHAPES, RADAR, "another type, or a missing type or entry, is a 422", async (site) => {
    for (const type of ["ip", "IP_ADDRESS", "", null, undefined]) {
      expectInvalid(await allow(site, site.staff, { type, entry: "x" }), "body", "type");
    }
    for (const entry of ["", "x".repeat(2001), 5, null, undefined]) {
      expectInvalid(await allow(site, site.staff, { type: "device", entry }), "body", "entry");
    }
    expectInvalid(await allow(site, site.staff, undefined), "body");
  }),
  rule(
    SHAPES,
    "SuccessResponse: `detail` string, default `Success`.",
    "the response to a new entry has this one field",
    async (site) => {
      const entry = uniqueName("device");
      expect(expectSuccess(await allow(site, site.staff, { type: "device", entry }))).toStrictEqual({
        detail: "Success",
      });
    },
  ),
  testedRule(
    VALUES,
    STAFF_ONLY,
    "a member cannot add an allow entry, with any body",
    "test/functions/sessions.test.ts",
  ),
];
