import fc from "fast-check";
import { expect, test } from "vitest";
import { sampledRuns } from "#test/support/byNight.ts";
import { API_KEY, CLIENT_ID, STAFF_ORG } from "./idpNames.ts";
import { memberOf, runIdp, signIn, type TestIdp } from "./runningIdp.ts";

const SETTINGS = { seed: 20_261_121, numRuns: sampledRuns(600) };

const PATHS = [
  "/sso/jwks/*",
  "/user_management/authorize/device",
  "/user_management/authenticate",
  "/oauth2/token",
  "/user_management/sessions/logout",
  "/user_management/users/*",
  "/user_management/users/*/sessions",
  "/user_management/sessions/revoke",
  "/user_management/organization_memberships",
  "/organizations",
  "/organizations/*",
  "/organizations/external_id/*",
  "/radar/lists/*/allow",
  "/local/settings",
  "/local/device",
  "/local/organizations",
  "/local/users",
  "/local/users/*",
  "/local/memberships",
  "/local/memberships/*",
  "/local/device_codes/approve",
  "/local/device_codes/deny",
  "/local/machine_clients",
];

const FIELDS = [
  "grant_type",
  "client_id",
  "client_secret",
  "device_code",
  "refresh_token",
  "organization_id",
  "user_id",
  "user_code",
  "session_id",
  "email",
  "first_name",
  "name",
  "external_id",
  "entry",
  "decision",
  "form_token",
];

/** Values that pass many of the provider's checks, and unexpected values. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "urn:ietf:params:oauth:grant-type:device_code",
    "refresh_token",
    "client_credentials",
    CLIENT_ID,
    API_KEY,
    STAFF_ORG,
    "ada@example.org",
    "ip_address",
    "__proto__",
    "constructor",
    "",
    null,
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
);

const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value).map((x) => JSON.stringify(x)) },
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

const segment = fc.oneof(
  fc.constantFrom(CLIENT_ID, STAFF_ORG, "__proto__", "ip_address", "..", "%2e%2e", "%E0%A4%A", "%00"),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
);

const call = fc.record({
  authorization: fc.constantFrom(...Array(4).fill(`Bearer ${API_KEY}`), "Bearer x", "Basic eDp5"),
  method: fc.constantFrom("GET", "POST", "POST", "POST", "DELETE", "PUT"),
  path: fc.constantFrom(...PATHS),
  segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
  query: fc.dictionary(
    fc.constantFrom(
      "user_id",
      "organization_id",
      "limit",
      "after",
      "order",
      "name",
      "user_code",
      "return_to",
    ),
    fc.string({ unit: "binary", maxLength: 10 }),
  ),
  type: fc.constantFrom(
    "application/json",
    "application/json",
    "application/x-www-form-urlencoded",
    "text/x",
  ),
  body,
});

test("no request makes the provider fail, and every response is JSON or a page", async () => {
  const idp = await runIdp();
  const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(call, async (request) => {
      const response = await send(idp, request);
      statuses.add(response.status);
      expect(response.status).toBeLessThan(500);
      const answer = await response.text();
      if (response.headers.get("content-type")?.startsWith("text/html"))
        expect(answer).toMatch(/^<!doctype html>/);
      else expect(JSON.parse(answer)).toBeTypeOf("object");
    }),
    SETTINGS,
  );
  // The requests reached the operations rather than failing authentication.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
  const again = await idp.post("/local/users", { email: "fresh@example.org" });
  expect(again.status).toBe(200);
  await idp.close();
  const restarted = await runIdp({ directory: idp.directory });
  await restarted.post("/local/memberships", { user_id: userId, organization_id: organizationId });
  expect((await signIn(restarted, userId, organizationId)).organization_id).toBe(organizationId);
});

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

function send(idp: TestIdp, call: Call): Promise<Response> {
  const { method, path, segments, query, type, body: text } = call;
  const secret = path.startsWith("/local/") ? idp.localSecret : API_KEY;
  const authorization = call.authorization.replace(API_KEY, secret);
  const rest = [...segments];
  const target = path.replaceAll("*", () => rest.pop() ?? "");
  return fetch(`${idp.url}${target}?${new URLSearchParams(query)}`, {
    method,
    headers: { "content-type": type, authorization },
    body: method === "GET" ? null : text,
  });
}
