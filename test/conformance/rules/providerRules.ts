import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { directoryOf } from "../../support/directory.ts";
import { type EventBody, signature, userData } from "../../support/idpEvents.ts";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const EVENTS_FILE = "test/functions/webhooks.test.ts";
const MIRROR_FILE = "test/functions/mirror.test.ts";
const MEMBER_FILE = "test/functions/removedMember.test.ts";

const SECRET = "secret of the events";
const PATH = "own-path";
const PORTAL = "https://portal.example/start";
const PORTAL_SECRET = "secret of the portal";

/** Platform with a provider that sends events, and a documentation portal. */
export const CONNECTED = {
  IDP_WEBHOOK_SECRET: SECRET,
  IDP_WEBHOOK_PATH: PATH,
  DOCS_PORTAL_URL: PORTAL,
  DOCS_PORTAL_SECRET: PORTAL_SECRET,
};

const OPERATIONS = "Specification: Platform and identity endpoints";
const EVENTS = "Specification: Events";
const IDP = "Decisions: Identity provider";
const RECEIVES =
  "The service receives inbound events from the identity provider at `POST /idp/webhook` and `POST /idp/webhook/{_webhook_path}` and answers with a JSON object.";
const SIGNATURE =
  "Webhooks: header `idp-signature: t=<milliseconds>, v1=<hex>` (with or without the space), HMAC-SHA256 over `<t>.<raw body>`, tolerance 180 s in both directions, constant-time comparison; absent or wrong: 401, nothing is changed.";
const UNKNOWN_KINDS = "unknown kinds are acknowledged";
const REPEATED =
  "a repeated event id changes nothing (the id and its effect are one transaction), an older state never replaces a newer one, deletions leave tombstones";
const PATH_ONLY = "`/idp/webhook/{_webhook_path}` works only for the configured path.";
const ENVELOPE = "Envelope `{id, event, data, created_at}`";
const DOCS =
  "`auth/docs:authorize` stores the SHA-256 of a 256-bit code for 60 s; the portal redeems it once at `POST /auth/docs:exchange` with `DOCS_PORTAL_SECRET` and gets the user. The redirect's parsed origin must equal the portal's.";
const AT = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function event(fields: Partial<EventBody> = {}): string {
  return JSON.stringify({
    id: `event_${randomUUID()}`,
    event: "other.kind",
    created_at: AT(0),
    data: {},
    ...fields,
  });
}

function send(site: Site, body: string, path = "/idp/webhook", signed = signature(body, SECRET, Date.now())) {
  return site.platform("POST", path, { token: null, body, headers: { "idp-signature": signed } });
}

/** Member of the lab's organization who has made a request, with the response from `/users/me`. */
async function createMember(site: Site) {
  const email = `${uniqueName("u")}@example.org`;
  const token = await memberToken(site.addresses, site.lab.orgId, email);
  const me = () => site.platform("GET", "/users/me", { token });
  const { user_id } = expectSuccess(await me());
  return { id: user_id as string, token, me };
}

/** Change at the provider, later than all earlier events. */
function renameEvent(id: string, name: string, second: number): Partial<EventBody> {
  const at = new Date(Date.now() + 1000 * second).toISOString();
  return { event: "user.updated", created_at: at, data: userData(id, at, { first_name: name }) };
}

const WRONG: Record<string, (body: string) => string> = {
  "an empty signature": () => "",
  "a signature under another secret": (body) => signature(body, "another", Date.now()),
  "the signature of another body": (body) => signature(`${body} `, SECRET, Date.now()),
  "a different time than the signed one": (body) => {
    const at = Date.now();
    return signature(body, SECRET, at).replace(/t=\d+/, `t=${at - 1}`);
  },
  "a signature that is 181 s old": (body) => signature(body, SECRET, Date.now() - 181_000),
  "a signature of 190 s from now": (body) => signature(body, SECRET, Date.now() + 190_000),
  "a second signature after its own": (body) =>
    `${signature(body, SECRET, Date.now())}, v1=${"0".repeat(64)}`,
};

const wrongRules = Object.entries(WRONG).map(([what, sign]) =>
  rule(IDP, SIGNATURE, `an event with ${what} is a 401 and changes nothing`, async (site) => {
    const { id, me } = await createMember(site);
    // The sign-in causes another event, which may arrive only now.
    const shown = async () => ({ ...expectSuccess(await me()), last_sign_in_at: null });
    const before = await shown();
    for (const path of ["/idp/webhook", `/idp/webhook/${PATH}`]) {
      const body = event(renameEvent(id, "Mallory", 1));
      const answer = await send(site, body, path, sign(body));
      expectRefused(answer, 401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(await shown()).toEqual(before);
  }),
);

const ELSEWHERE = [
  "https://elsewhere.example/",
  "https://portal.example.evil/",
  "https://portal.example@evil.example/",
  "https://user:pass@portal.example/",
  "https://portal.example:8443/",
  "http://portal.example/",
  "//portal.example/",
  "/start",
  "javascript:alert(1)//https://portal.example",
];

async function newCode(site: Site): Promise<string> {
  const { redirect_url } = expectSuccess(await site.platform("GET", "/auth/docs:authorize"));
  return new URL(redirect_url).searchParams.get("code") ?? "";
}

function exchange(site: Site, body: unknown, secret: string | null = PORTAL_SECRET) {
  return site.platform("POST", "/auth/docs:exchange", { token: secret, body });
}

const eventRules = [
  operationRule(
    "receiveIdpEvent",
    OPERATIONS,
    "POST `/idp/webhook` (internal) | header `idp-signature` string, optional | inbound event payload | JSON object",
    "a signed event is acknowledged, with and without the space in its signature",
    async (site) => {
      for (const space of [" ", ""]) {
        const body = event();
        const signed = signature(body, SECRET, Date.now(), space);
        for (const path of ["/idp/webhook", `/idp/webhook/${PATH}`])
          expect(expectSuccess(await send(site, body, path, signed))).toEqual({
            received: true,
            repeated: path !== "/idp/webhook",
          });
      }
    },
  ),
  rule(
    OPERATIONS,
    "POST `/idp/webhook/{_webhook_path}` (internal) | path `_webhook_path` string, required; header `idp-signature` optional | inbound event payload | JSON object",
    "the configured path accepts events, too",
    async (site) => {
      expect(expectSuccess(await send(site, event(), `/idp/webhook/${PATH}`)).received).toBe(true);
    },
  ),
  rule(IDP, PATH_ONLY, "another path accepts no event: 404", async (site) => {
    for (const path of ["other", `${PATH}x`, PATH.toUpperCase(), `${PATH}/x`]) {
      expectRefused(await send(site, event(), `/idp/webhook/${path}`), 404, "path_not_found");
    }
  }),
  rule(IDP, SIGNATURE, "an event without a signature is a 401", async (site) => {
    for (const body of [event(), "{", "[]", '{"event":5}', ""]) {
      const answer = await site.platform("POST", "/idp/webhook", { token: null, body });
      expectRefused(answer, 401, "webhook_signature_missing");
    }
  }),
  ...wrongRules,
  rule(IDP, SIGNATURE, "a signature of 170 s ago or of now is valid", async (site) => {
    for (const distance of [-170_000, 170_000]) {
      const body = event();
      expectSuccess(await send(site, body, "/idp/webhook", signature(body, SECRET, Date.now() + distance)));
    }
  }),
  rule(
    IDP,
    ENVELOPE,
    "a signed body that is not an event is a 422, and one that is not JSON a 400",
    async (site) => {
      for (const body of ["{", ""]) expectRefused(await send(site, body), 400);
      for (const [field, value] of [
        ["id", undefined],
        ["id", ""],
        ["id", "x".repeat(201)],
        ["event", undefined],
        ["event", ""],
        ["event", 5],
        ["created_at", "yesterday"],
        ["created_at", undefined],
      ] as const) {
        expectInvalid(
          await send(site, JSON.stringify({ ...JSON.parse(event()), [field]: value })),
          "body",
          field,
        );
      }
      for (const body of ["[]", "5", "null"]) expectInvalid(await send(site, body), "body");
    },
  ),
  rule(IDP, ENVELOPE, "unreadable data of a known kind is a 422 with the location", async (site) => {
    const { status, body } = await send(site, event({ event: "user.updated", data: { id: 5 } }));
    expect(status).toBe(422);
    for (const { loc } of body.detail) expect(loc.slice(0, 2)).toEqual(["body", "data"]);
  }),
  testedRule(
    IDP,
    UNKNOWN_KINDS,
    "an event of an unknown kind is acknowledged, whatever its data",
    EVENTS_FILE,
  ),
  rule(EVENTS, RECEIVES, "a user renamed at the provider has the new name", async (site) => {
    const { id, me } = await createMember(site);
    expectSuccess(await send(site, event(renameEvent(id, "Barbara", 1))));
    expect(expectSuccess(await me()).name).toBe("Barbara");
  }),
  testedRule(IDP, REPEATED, "a repeated event is acknowledged and changes nothing", EVENTS_FILE),
  testedRule(IDP, REPEATED, "a late event with an older state does not replace the newer one", MIRROR_FILE),
  testedRule(IDP, REPEATED, "a late event does not revive a deleted user", MIRROR_FILE),
  testedRule(EVENTS, RECEIVES, "an ended membership excludes the user from the workspace", MEMBER_FILE),
  testedRule(EVENTS, RECEIVES, "a session ended at the provider is over", MEMBER_FILE),
  rule(EVENTS, RECEIVES, "changes at the provider arrive automatically", async (site) => {
    const email = `${uniqueName("u")}@example.org`;
    const token = await memberToken(site.addresses, null, email);
    const name = async () => expectSuccess(await site.platform("GET", "/users/me", { token })).name;
    expect(await name()).toBe(email);
    await directoryOf(site.addresses).user(email, { first_name: "Grace" });
    await expect.poll(name, { interval: 50 }).toBe("Grace");
  }),
];

const portalRules = [
  operationRule(
    "authorizeDocs",
    OPERATIONS,
    "GET `/auth/docs:authorize` (internal) | query `redirect_url` string or null, optional | none | AuthorizeResponse; mints a login code for the current reader at the documentation portal and returns the portal redirect address",
    "the reader is sent to the portal with a code of 256 bits, a new one each time",
    async (site) => {
      const codes = new Set<string>();
      for (const query of ["", "?redirect_url=", ""]) {
        const answer = expectSuccess(await site.platform("GET", `/auth/docs:authorize${query}`));
        expect(Object.keys(answer)).toEqual(["redirect_url"]);
        const url = new URL(answer.redirect_url);
        expect(url.origin + url.pathname).toBe(PORTAL);
        const code = url.searchParams.get("code") ?? "";
        expect(Buffer.from(code, "base64url")).toHaveLength(32);
        codes.add(code);
      }
      expect(codes.size).toBe(3);
    },
  ),
  rule(
    "Specification: Authentication-related shapes",
    "AuthorizeResponse: `redirect_url` string (required).",
    "a portal URL keeps its path, query and fragment, and gets the code",
    async (site) => {
      const page = encodeURIComponent("https://portal.example/a%20b/c?x=1&x=2&code=mine&y=%2F#part");
      const { redirect_url } = expectSuccess(
        await site.platform("GET", `/auth/docs:authorize?redirect_url=${page}`),
      );
      const url = new URL(redirect_url);
      expect([url.pathname, url.hash, url.searchParams.getAll("x")]).toEqual([
        "/a%20b/c",
        "#part",
        ["1", "2"],
      ]);
      expect(url.searchParams.get("y")).toBe("/");
      expect(url.searchParams.getAll("code")).toHaveLength(1);
      expect(url.searchParams.get("code")).not.toBe("mine");
    },
  ),
  ...ELSEWHERE.map((address) =>
    rule(IDP, DOCS, `the reader is not sent to ${address}`, async (site) => {
      const path = `/auth/docs:authorize?redirect_url=${encodeURIComponent(address)}`;
      expectInvalid(await site.platform("GET", path), "query", "redirect_url");
    }),
  ),
  rule(IDP, DOCS, "a reader without a token gets no code, for any address", async (site) => {
    const path = "/auth/docs:authorize?redirect_url=https://elsewhere.example";
    expectRefused(await site.platform("GET", path, { token: null }), 401, "token_missing");
  }),
  operationRule(
    "exchangeDocsCode",
    IDP,
    DOCS,
    "the portal exchanges a code for the reader's user once",
    async (site) => {
      const code = await newCode(site);
      const me = expectSuccess(await site.platform("GET", "/users/me"));
      expect(expectSuccess(await exchange(site, { code }))).toEqual(me);
      expectRefused(await exchange(site, { code }), 404, "login_code_unknown");
    },
  ),
  rule(IDP, DOCS, "of ten concurrent exchanges of a code, one succeeds", async (site) => {
    const code = await newCode(site);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(site, { code })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
  }),
  rule(IDP, DOCS, "a code requires the portal's secret, and is not used up without it", async (site) => {
    const code = await newCode(site);
    const wrong = [`${PORTAL_SECRET}x`, PORTAL_SECRET.slice(0, -1), PORTAL_SECRET.toUpperCase()];
    for (const secret of [null, "wrong", ...wrong, site.lab.token, site.staff]) {
      for (const body of [{ code }, { code: 5 }, "{", undefined]) {
        const answer = await exchange(site, body, secret);
        expectRefused(answer, 401, "portal_secret_wrong");
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    expectSuccess(await exchange(site, { code }));
  }),
  rule(IDP, DOCS, "an unknown code is a 404, an invalid one a 422", async (site) => {
    const known = await newCode(site);
    const digest = createHash("sha256").update(known).digest("hex");
    for (const code of ["x".repeat(43), known.slice(0, -1), `${known}A`, digest, known.toUpperCase()])
      expectRefused(await exchange(site, { code }), 404, "login_code_unknown");
    for (const code of ["", "x".repeat(201), 5, null, undefined]) {
      expectInvalid(await exchange(site, { code }), "body", "code");
    }
    for (const body of [[], "null"]) expectInvalid(await exchange(site, body), "body");
    expectRefused(await exchange(site, "{"), 400, "invalid_json");
    expectSuccess(await exchange(site, { code: known }));
  }),
];

export const providerRules: readonly Rule[] = [...eventRules, ...portalRules];
