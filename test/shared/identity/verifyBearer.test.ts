import { randomBytes, randomUUID } from "node:crypto";
import { JwtVerifier } from "aws-jwt-verify/jwt-verifier";
import type { JWTPayload } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findGuard } from "#shared/identity/addressGuard.ts";
import { networkOf } from "#shared/identity/networkOf.ts";
import { verifyBearer } from "#shared/identity/verifyBearer.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { runIdp, type TestIdp } from "#test/local/idp/runningIdp.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

const ADDRESS = "192.0.2.7";
const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const THROTTLED = "throttled";
const INVALID = "token_invalid";

/** Settings of a platform on one machine, with a separate memory of addresses and users. */
const newPlatform = (): Settings => ({
  ...settingsFrom(exampleEnvironment()),
  callObjects: () => Promise.reject(new Error("No objects are read.")),
  platformUrl: `http://${randomUUID()}`,
});

let checks = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  checks = 0;
  const { verifySync } = JwtVerifier.prototype;
  vi.spyOn(JwtVerifier.prototype, "verifySync").mockImplementation(function (
    this: typeof JwtVerifier.prototype,
    token,
  ) {
    checks += 1;
    return verifySync.call(this, token);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Site {
  settings: Settings;
  /** Returns the user of a token sent from an address, or the code of the error. */
  send: (token: string, address?: string) => Promise<string>;
  /** Returns a new token of a user. */
  tokenOf: (user: string, claims?: JWTPayload) => Promise<string>;
  /** Returns a token with the key's name, any user and session, and an invented signature. */
  invent: (user?: string, session?: string) => Promise<string>;
}

async function newSite(): Promise<Site> {
  const idp: TestIdp = await runIdp();
  const settings = newPlatform();
  const seconds = Math.floor(NOON / 1000);
  const tokenOf = (sub: string, claims: JWTPayload = {}) =>
    idp.sign({ iss: idp.url, sub, sid: `session of ${sub}`, iat: seconds, exp: seconds + 600, ...claims });
  const [header = ""] = (await tokenOf("user_1")).split(".");
  return {
    settings,
    send: (token, clientAddress = ADDRESS) =>
      verifyBearer(`Bearer ${token}`, { settings, clientAddress }, idp.settings).then(
        ({ sub }) => sub,
        ({ code }) => code,
      ),
    tokenOf,
    invent: async (user = `user_${randomUUID()}`, sid = "guessed") => {
      const claims = { iss: idp.url, sub: user, sid, iat: seconds, exp: seconds + 600 };
      const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return `${header}.${payload}.${randomBytes(256).toString("base64url")}`;
    },
  };
}

async function sendAll(
  count: number,
  send: (index: number) => Promise<string>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let index = 0; index < count; index += 1) {
    const outcome = await send(index);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

describe("1,000 invented tokens from one address", () => {
  test("most of them are refused without a signature check", async () => {
    const { send, invent } = await newSite();
    const outcomes = await sendAll(1_000, async () => send(await invent()));
    expect(outcomes).toEqual({ [INVALID]: 100, [THROTTLED]: 900 });
    expect(checks).toBe(100);
    // A few more are checked each second, and the first of them are forgotten after a minute.
    vi.setSystemTime(NOON + 1_000);
    expect(await sendAll(100, async () => send(await invent()))).toEqual({ [INVALID]: 20, [THROTTLED]: 80 });
    vi.setSystemTime(NOON + 62_000);
    expect(await send(await invent())).toBe(INVALID);
  });

  test("they do not affect another address, unless it is in the same IPv6 network", async () => {
    const { send, invent } = await newSite();
    await sendAll(120, async () => send(await invent(), "2001:db8:1:2::3"));
    expect(await send("nonsense", "2001:db8:1:2:ffff::4")).toBe(THROTTLED);
    expect(await send("nonsense", "2001:db8:1:3::3")).toBe(INVALID);
    expect(await send("nonsense", ADDRESS)).toBe(INVALID);
  });

  test("1,000 people whose tokens are known keep working at the same address, also with new tokens", async () => {
    const { send, invent, tokenOf } = await newSite();
    const people = Array.from({ length: 1_000 }, (_, index) => `user_${index}`);
    const tokens = await Promise.all(people.map((user) => tokenOf(user)));
    for (const token of tokens) await send(token, "198.51.100.1");
    const renewed = await Promise.all(people.map((user) => tokenOf(user, { jti: "renewed" })));
    for (const [index, user] of people.entries()) {
      await send(await invent());
      expect(await send(tokens[index] ?? "")).toBe(user);
      expect(await send(renewed[index] ?? "")).toBe(user);
    }
    expect(await send(await invent())).toBe(THROTTLED);
  });

  test("1,000 people who are new to the platform are not refused for tokens that do not even name its key", async () => {
    const { send, tokenOf } = await newSite();
    for (let index = 0; index < 1_000; index += 1) {
      await send(`invented-${index}`);
      const user = `user_${index}`;
      expect(await send(await tokenOf(user))).toBe(user);
    }
    expect(checks).toBe(1_000);
  });

  test("a new person gets one of the trials, and invented tokens use up to 20 of them a second", async () => {
    const { send, invent, tokenOf } = await newSite();
    await sendAll(1_000, async () => send(await invent()));
    const token = await tokenOf("user_new");
    expect(await send(token)).toBe(THROTTLED);
    vi.setSystemTime(NOON + 1_000);
    expect(await send(token)).toBe("user_new");
    await sendAll(1_000, async () => send(await invent()));
    expect(await send(token)).toBe("user_new");
  });

  test("tokens in the name of a person are checked 20 times a minute, then only as trials, and that person can renew tokens", async () => {
    const { send, invent, tokenOf } = await newSite();
    const token = await tokenOf("user_ada");
    expect(await send(token)).toBe("user_ada");
    await sendAll(120, async () => send(await invent()));
    checks = 0;
    const outcomes = await sendAll(100, async () => send(await invent("user_ada")));
    expect(outcomes).toEqual({ [INVALID]: 20, [THROTTLED]: 80 });
    expect(checks).toBe(20);
    expect(await send(token)).toBe("user_ada");
    // Only the bearer knows the session. A session that is new at this address would need a trial.
    expect(await send(await tokenOf("user_ada", { jti: "renewed" }))).toBe("user_ada");
    expect(await send(await tokenOf("user_ada", { sid: "another" }))).toBe(THROTTLED);
    expect(await send(await tokenOf("user_ada", { sid: "another" }), "198.51.100.1")).toBe("user_ada");
  });

  test("expired tokens are genuine, and do not count", async () => {
    const { send, tokenOf } = await newSite();
    const expired = { iat: NOON / 1000 - 600, exp: NOON / 1000 - 60 };
    const outcomes = await sendAll(200, async (index) => send(await tokenOf(`user_${index}`, expired)));
    expect(outcomes).toEqual({ token_expired: 200 });
    expect(await send("nonsense")).toBe(INVALID);
  });

  test("at a guarded address, an expired token is reported as such without a check, so that it is renewed", async () => {
    const { send, invent, tokenOf } = await newSite();
    await sendAll(1_000, async () => send(await invent()));
    checks = 0;
    const expired = { iat: NOON / 1000 - 600, exp: NOON / 1000 - 60 };
    expect(await send(await tokenOf("user_new", expired))).toBe("token_expired");
    expect(checks).toBe(0);
  });

  test("addresses without invalid tokens take no memory", async () => {
    const { send, invent, tokenOf, settings } = await newSite();
    const token = await tokenOf("user_ada");
    expect(await send(token)).toBe("user_ada");
    expect(findGuard(settings, ADDRESS)).toBeNull();
    await send(await invent());
    expect(findGuard(settings, ADDRESS)).not.toBeNull();
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
])("%s is counted under %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
