import { createHash } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformDatabase } from "#shared/store/dynamodb/database.ts";
import { getItem, itemWrite, transact } from "#shared/store/dynamodb/items.ts";
import { loginCodeKey } from "#shared/store/dynamodb/keys.ts";
import { type Answer, request } from "#test/support/http.ts";
import { memberToken, sharedPlatform } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const PORTAL = "https://portal.example/start";
const SECRET = "secret of the portal";

let own: OwnPlatform;
let token: string;

beforeAll(async () => {
  own = await startOwnPlatform({ DOCS_PORTAL_URL: PORTAL, DOCS_PORTAL_SECRET: SECRET });
  token = await memberToken(own.addresses, null, "reader@example.org");
});

afterAll(() => own.close());

function authorize(redirect?: string): Promise<Answer> {
  const query = redirect === undefined ? "" : `?redirect_url=${encodeURIComponent(redirect)}`;
  return request("GET", `${own.platform.url}/auth/docs:authorize${query}`, { token });
}

async function newCode(): Promise<string> {
  return new URL((await authorize()).body.redirect_url).searchParams.get("code") ?? "";
}

function exchange(body: unknown, secret: string | null = SECRET): Promise<Answer> {
  return request("POST", `${own.platform.url}/auth/docs:exchange`, { token: secret, body });
}

function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

describe("the redirect to the documentation portal", () => {
  it.each([
    "https://portal.example.evil/?https://portal.example",
    "https://evil.example/https://portal.example/",
    "https://evilportal.example/",
    "https://user@portal.example/",
    "//evil.example",
    "portal.example",
    "data:text/html,https://portal.example",
    "blob:https://portal.example/x",
    "https:\\\\evil.example\\@portal.example",
    "https://portal.exаmple/",
    "https://portal.example%2eevil/",
    "https://portal.example%00.evil/",
    "null",
    "https://",
    " ",
  ])("the redirect does not lead to %s", async (redirect) => {
    const { status, body } = await authorize(redirect);
    expect([status, body.detail?.[0].loc]).toEqual([422, ["query", "redirect_url"]]);
  });

  it("a deployment without a portal checks the token first", async () => {
    expect((await request("GET", `${sharedPlatform().platformUrl}/auth/docs:authorize`)).status).toBe(401);
  });
});

describe("a login code", () => {
  it("a login code expires after 60 s", async () => {
    const code = await newCode();
    const scope = { settings: own.platform.settings.platform };
    const key = loginCodeKey(digestOf(code));
    const stored = await getItem<{ valid_until: number }>(platformDatabase(scope), key);
    expect(Math.abs((stored?.item.valid_until ?? 0) - Date.now() - 60_000)).toBeLessThan(10_000);
    const expired = { ...stored?.item, valid_until: Date.now() - 1 };
    await transact(platformDatabase(scope), [itemWrite(key, stored, expired)]);
    const { status, body } = await exchange({ code });
    expect([status, body.code]).toEqual([404, "login_code_unknown"]);
  });

  it("only a digest of the login code is stored", async () => {
    const code = await newCode();
    const { client, table } = platformDatabase({ settings: own.platform.settings.platform });
    const { Items } = await client.send(new ScanCommand({ TableName: table }));
    const all = JSON.stringify(Items);
    expect(all).toContain(digestOf(code));
    expect(all).not.toContain(code);
  });
});
