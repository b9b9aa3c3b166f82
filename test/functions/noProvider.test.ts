import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import { request } from "#test/support/http.ts";
import { signature } from "#test/support/idpEvents.ts";
import { type Addresses, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const SECRETS = {
  IDP_WEBHOOK_SECRET: "secret of the events",
  IDP_WEBHOOK_PATH: "own-path",
  DOCS_PORTAL_URL: "https://portal.example",
  DOCS_PORTAL_SECRET: "secret of the portal",
};

let own: OwnPlatform;

beforeAll(async () => {
  own = await startOwnPlatform({ ...SECRETS, IDP_ISSUER: "" });
});

afterAll(() => own.close());

/** Returns the methods and paths of all operations at the platform URL that require these provisions. */
function routes(...provisions: string[]): { method: string; path: string }[] {
  const found = Object.values(operations).filter(({ contract }) =>
    provisions.includes(contract.requires ?? ""),
  );
  return found.flatMap(({ contract }) => routesOf(contract));
}

async function answerTo({ method, path }: { method: string; path: string }, addresses: Addresses) {
  const body =
    method === "GET" ? undefined : JSON.stringify({ id: "e", event: "x", created_at: "2026-01-01" });
  const headers = { "idp-signature": signature(body ?? "", SECRETS.IDP_WEBHOOK_SECRET, Date.now()) };
  const url = `${addresses.platformUrl}${path.replace("{_webhook_path}", SECRETS.IDP_WEBHOOK_PATH)}`;
  const token = path === "/auth/docs:exchange" ? SECRETS.DOCS_PORTAL_SECRET : await staffToken(addresses);
  return request(method, url, { token, body, headers });
}

describe("a platform without an identity provider", () => {
  it("operations that need a provider are absent, whatever else is configured", async () => {
    const all = routes("idp", "webhooks", "docsPortal");
    expect(all.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/idp/webhook",
        "/idp/webhook/{_webhook_path}",
        "/idp:revokeSessions",
        "/idp:addRadarAllowEntry",
        "/auth/docs:authorize",
        "/auth/docs:exchange",
      ]),
    );
    for (const route of all) {
      const { status, body } = await answerTo(route, own.addresses);
      expect([route.path, status, body.code]).toEqual([route.path, 404, "path_not_found"]);
    }
  });

  it("login discovery and requests with a token report the missing provider", async () => {
    const strategy = await request("GET", `${own.platform.url}/auth:apiStrategy`);
    expect([strategy.status, strategy.body.code]).toEqual([404, "idp_not_configured"]);
    const token = await staffToken(own.addresses);
    const me = await request("GET", `${own.platform.url}/users/me`, { token });
    expect([me.status, me.body.code]).toEqual([503, "idp_not_configured"]);
    expect((await request("GET", `${own.platform.url}/openapi.json`)).status).toBe(200);
  });
});

describe("a platform without provider events and without a portal", () => {
  it("operations for events and the portal are absent", async () => {
    for (const route of routes("webhooks", "docsPortal")) {
      const { status, body } = await answerTo(route, sharedPlatform());
      expect([route.path, status, body.code]).toEqual([route.path, 404, "path_not_found"]);
    }
  });
});
