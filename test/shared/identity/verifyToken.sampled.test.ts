import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import type { JWTPayload } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bearerToken, verifyAccessToken } from "#shared/identity/verifyToken.ts";
import { memberOf, readStateOf, runIdp, signIn, type TestIdp } from "#test/local/idp/runningIdp.ts";
import { sampledRuns } from "#test/support/byNight.ts";
import { denialOf, EXPIRED, INVALID, MISSING, UNAVAILABLE } from "./denialOf.ts";
import { serve } from "./serve.ts";

const CLIENT = "client_platform";

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function claims(idp: TestIdp, more: JWTPayload = {}): JWTPayload {
  return { iss: idp.url, sub: "user_1", sid: "session_1", iat: now(), exp: now() + 600, ...more };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

describe("a previously verified token", () => {
  afterEach(() => vi.useRealTimers());

  test("a verified token is refused once it has expired", async () => {
    const idp = await runIdp();
    const token = await idp.sign(claims(idp, { exp: now() + 60 }));
    expect((await verifyAccessToken(token, idp.settings)).sub).toBe("user_1");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(await denialOf(() => verifyAccessToken(token, idp.settings))).toBe(EXPIRED);
  });

  test("a verified token is rejected once its key is withdrawn or replaced under the same id", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const idp = await runIdp();
    const { body } = await idp.get(`/sso/jwks/${CLIENT}`);
    const [key] = body.keys;
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
    for (const replaced of [[{ ...key, ...other }], [{ ...key, kid: "another" }]]) {
      let keys: object[] = body.keys;
      const authUrl = await serve((response) => response.end(JSON.stringify({ keys })));
      const verify = () => verifyAccessToken(token, { ...idp.settings, authUrl });
      const token = await idp.sign(claims(idp, { exp: now() + 3_600 }));
      expect((await verify()).sub).toBe("user_1");
      keys = replaced;
      expect((await verify()).sub).toBe("user_1");
      // The keys are fetched again after ten minutes at most.
      vi.setSystemTime(Date.now() + 600_001);
      expect(await denialOf(verify)).toBe(INVALID);
    }
  });

  test("a verified token does not name a workspace if the settings use another claim", async () => {
    const idp = await runIdp();
    const token = await idp.sign(claims(idp, { lab: "one", site: "two" }));
    const named = async (workspaceClaim: string) =>
      (await verifyAccessToken(token, { ...idp.settings, workspaceClaim })).workspace;
    expect([await named("lab"), await named("site"), await named("lab")]).toEqual(["one", "two", "one"]);
  });
});

describe("a valid token", () => {
  test("a user token contains user, organization and times", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const { access_token } = await signIn(idp, userId, organizationId);
    const read = await verifyAccessToken(access_token, idp.settings);
    expect(read).toEqual({
      sub: userId,
      sid: expect.stringMatching(/^session_/),
      orgId: organizationId,
      isMachine: false,
      issuedAt: expect.any(Number),
      expiresAt: expect.any(Number),
    });
    expect(read.expiresAt - read.issuedAt).toBe(3600);
  });

  test("organization, session and issue time may be missing or null", async () => {
    const idp = await runIdp();
    const { sub, iss, exp } = claims(idp);
    const bare = await verifyAccessToken(await idp.sign({ sub, iss, exp }), idp.settings);
    expect(bare).toEqual({ sub, isMachine: false, issuedAt: 0, expiresAt: exp });
    const nulls = await idp.sign({ sub, iss, exp, org_id: null, sid: null });
    expect(await verifyAccessToken(nulls, idp.settings)).toEqual(bare);
  });

  test("a token belongs to a machine if its subject is a client, or if its subject is not a user and it has no session", async () => {
    const idp = await runIdp();
    const isMachine = async (more: JWTPayload) =>
      (await verifyAccessToken(await idp.sign(claims(idp, more)), idp.settings)).isMachine;
    expect(await isMachine({ sub: "client_1", sid: undefined })).toBe(true);
    expect(await isMachine({ sub: "client_1" })).toBe(true);
    expect(await isMachine({ sub: "robot", sid: undefined })).toBe(true);
    expect(await isMachine({ sub: "user_1", sid: undefined })).toBe(false);
    expect(await isMachine({ sub: "somebody" })).toBe(false);
  });

  test("a token may name its client, alone or among other audiences", async () => {
    const idp = await runIdp();
    for (const more of [{ aud: CLIENT }, { aud: ["x", CLIENT] }, { client_id: CLIENT }]) {
      await verifyAccessToken(await idp.sign(claims(idp, more)), idp.settings);
    }
  });
});

describe("a token is refused", () => {
  test("a token that expired a second ago is refused", async () => {
    const idp = await runIdp();
    for (const exp of [now() - 1, 1, 0, -1, -1e300]) {
      const token = await idp.sign(claims(idp, { exp }));
      expect([exp, await denialOf(() => verifyAccessToken(token, idp.settings))]).toEqual([
        exp,
        exp === -1e300 ? INVALID : EXPIRED,
      ]);
    }
  });

  test("a token is refused if a claim is missing, has another type, or names another issuer or client", async () => {
    const idp = await runIdp();
    const wrong: Record<string, unknown>[] = [
      { exp: undefined },
      { exp: "soon" },
      { sub: undefined },
      { sub: "" },
      { sub: 7 },
      { sub: "u".repeat(201) },
      { iss: undefined },
      { iss: "https://elsewhere.example" },
      { iss: `${idp.url}/` },
      { aud: "client_other" },
      { aud: ["client_other"] },
      { aud: [] },
      { client_id: "client_other" },
      { client_id: null },
      { client_id: [CLIENT] },
      { org_id: 7 },
      { org_id: "" },
      { sid: ["session_1"] },
      { iat: "now" },
      { nbf: now() + 300 },
    ];
    for (const more of wrong) {
      const token = await idp.sign({ ...claims(idp), ...more } as JWTPayload);
      expect([more, await denialOf(() => verifyAccessToken(token, idp.settings))]).toEqual([more, INVALID]);
    }
  });

  test("a token is refused if it is unsigned, signed with the public key as a secret, or uses another algorithm", async () => {
    const idp = await runIdp();
    const [key] = (await readStateOf(idp.directory)).keys;
    const { n, e } = key!.private_jwk;
    const pem = createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" }).export({
      format: "pem",
      type: "spki",
    });
    const forged = (alg: string, signature: (input: string) => string) => {
      const input = `${encoded({ alg, kid: key!.kid, typ: "JWT" })}.${encoded(claims(idp))}`;
      return `${input}.${signature(input)}`;
    };
    const tokens = [
      forged("none", () => ""),
      forged("none", () => "AA"),
      forged("HS256", (input) => createHmac("sha256", pem).update(input).digest("base64url")),
      forged("RS256", (input) => createHmac("sha256", pem).update(input).digest("base64url")),
      await idp.sign(claims(idp), { alg: "RS384" }),
      await idp.sign(claims(idp), { alg: "PS256" }),
    ];
    for (const token of tokens) {
      expect(await denialOf(() => verifyAccessToken(token, idp.settings))).toBe(INVALID);
    }
  });

  test("a token with another algorithm is refused, even if the provider's keys name none", async () => {
    const idp = await runIdp();
    const { body } = await idp.get(`/sso/jwks/${CLIENT}`);
    const { alg: _, ...nameless } = body.keys[0];
    const authUrl = await serve((response) => response.end(JSON.stringify({ keys: [nameless] })));
    const settings = { ...idp.settings, authUrl };
    expect((await verifyAccessToken(await idp.sign(claims(idp)), settings)).sub).toBe("user_1");
    for (const alg of ["RS384", "RS512", "PS256"]) {
      const token = await idp.sign(claims(idp), { alg });
      expect([alg, await denialOf(() => verifyAccessToken(token, settings))]).toEqual([alg, INVALID]);
    }
  });

  test("a token with any changed part is refused", async () => {
    const idp = await runIdp();
    const token = await idp.sign(claims(idp));
    const [header = "", payload = "", signature = ""] = token.split(".");
    const staff = encoded(claims(idp, { org_id: "org_staff" }));
    expect(await denialOf(() => verifyAccessToken(`${header}.${staff}.${signature}`, idp.settings))).toBe(
      INVALID,
    );
    const bytes = Buffer.from(signature, "base64url");
    for (const at of [0, 100, bytes.length - 1]) {
      const other = Buffer.from(bytes);
      other[at]! ^= 1;
      const changed = `${header}.${payload}.${other.toString("base64url")}`;
      expect(await denialOf(() => verifyAccessToken(changed, idp.settings))).toBe(INVALID);
    }
  });

  test("a token with an unknown key or another provider's key is refused", async () => {
    const [idp, other] = [await runIdp(), await runIdp()];
    const [key] = (await readStateOf(idp.directory)).keys;
    const tokens = [
      await idp.sign(claims(idp), { kid: "key_unknown" }),
      await idp.sign(claims(idp), { kid: "__proto__" }),
      await other.sign(claims(idp)),
      await other.sign(claims(idp), { kid: key!.kid }),
    ];
    for (const token of tokens) {
      expect(await denialOf(() => verifyAccessToken(token, idp.settings))).toBe(INVALID);
    }
  });

  test("any kind of malformed token is rejected", async () => {
    const idp = await runIdp();
    const good = await idp.sign(claims(idp));
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString("base64url")),
    );
    const garbage = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(part, part, part).map((parts) => parts.join(".")),
      fc
        .tuple(fc.constantFrom(...good.split(".").keys()), part)
        .map(([at, text]) => good.split(".").with(at, text).join(".")),
      fc.nat(good.length - 1).map((length) => good.slice(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (token) => {
        expect(await denialOf(() => verifyAccessToken(token, idp.settings))).toBe(INVALID);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("the provider's keys", () => {
  test("missing keys are reported as a provider error, not a token error", async () => {
    const idp = await runIdp();
    const token = await idp.sign(claims(idp));
    await idp.close();
    expect(await denialOf(() => verifyAccessToken(token, idp.settings))).toBe(UNAVAILABLE);
    // Tokens that cannot have been issued by this provider are still refused.
    expect(await denialOf(() => verifyAccessToken("garbage", idp.settings))).toBe(INVALID);
    const foreign = await idp.sign(claims(idp, { iss: "https://elsewhere.example" }));
    expect(await denialOf(() => verifyAccessToken(foreign, idp.settings))).toBe(INVALID);

    const notThere = { ...idp.settings, clientId: "client_other" };
    const running = await runIdp({ issuer: idp.url });
    const elsewhere = { ...notThere, authUrl: running.url };
    expect(await denialOf(() => verifyAccessToken(token, elsewhere))).toBe(UNAVAILABLE);
  });

  test("known keys survive a provider outage", async () => {
    const idp = await runIdp();
    const token = await idp.sign(claims(idp));
    await verifyAccessToken(token, idp.settings);
    await idp.close();
    expect((await verifyAccessToken(token, idp.settings)).sub).toBe("user_1");
  });

  test("keys are found at a URL with a trailing slash", async () => {
    const idp = await runIdp();
    const settings = { ...idp.settings, authUrl: `${idp.url}/` };
    expect((await verifyAccessToken(await idp.sign(claims(idp)), settings)).sub).toBe("user_1");
  });

  test("rotated keys are fetched, and tokens with the previous key remain valid", async () => {
    const idp = await runIdp();
    const before = await idp.sign(claims(idp));
    await verifyAccessToken(before, idp.settings);
    await idp.post("/local/keys/rotate", {});
    const after = await idp.sign(claims(idp));
    expect((await verifyAccessToken(after, idp.settings)).sub).toBe("user_1");
    expect((await verifyAccessToken(before, idp.settings)).sub).toBe("user_1");

    await idp.post("/local/keys/rotate", { drop_previous: true });
    expect((await verifyAccessToken(await idp.sign(claims(idp)), idp.settings)).sub).toBe("user_1");
    expect(await denialOf(() => verifyAccessToken(after, idp.settings))).toBe(INVALID);
  });
});

describe("the Authorization header", () => {
  test("the token is read from the header, whatever the case of the scheme, with or without the prefix", () => {
    expect(bearerToken("Bearer a.b.c", [])).toBe("a.b.c");
    expect(bearerToken("bEARER   a.b.c ", [])).toBe("a.b.c");
    expect(bearerToken("Bearer pdp_a.b.c", ["pdp_"])).toBe("a.b.c");
    expect(bearerToken("Bearer a.b.c", ["pdp_"])).toBe("a.b.c");
    expect(bearerToken("Bearer pdp_pdp_a", ["pdp_"])).toBe("pdp_a");
  });

  test("the longest matching prefix is removed", () => {
    const prefixes = ["ca_", "m2m_", "m2m_ca_"];
    for (const prefix of [...prefixes, ""])
      expect(bearerToken(`Bearer ${prefix}a.b.c`, prefixes)).toBe("a.b.c");
    expect(bearerToken("Bearer ca_m2m_a", prefixes)).toBe("m2m_a");
    expect(bearerToken("Bearer other_a", prefixes)).toBe("other_a");
  });

  test("a missing token is distinguished from a malformed one", async () => {
    for (const header of [undefined, "", " ", "Bearer", "Bearer ", "Basic abc", "a.b.c", "Bearer pdp_"]) {
      expect([header, await denialOf(() => bearerToken(header, ["pdp_"]))]).toEqual([header, MISSING]);
    }
    for (const header of ["Bearer a b", "Bearer a,b", "Bearer ä", `Bearer ${"a".repeat(20_000)}`]) {
      expect(await denialOf(() => bearerToken(header, []))).toBe(INVALID);
    }
  });

  test("any header produces a possible token or one of the two errors", async () => {
    const header = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(fc.constantFrom("Bearer", "bearer", "Basic", []), fc.string()).map((parts) => parts.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(header, fc.array(fc.string({ maxLength: 5 })), async (text, prefixes) => {
        let token: string | undefined;
        const denial = await denialOf(() => {
          token = bearerToken(text, prefixes);
        });
        if (token === undefined) expect([MISSING, INVALID]).toContain(denial);
        else expect(text).toContain(token);
      }),
      { seed: 11, numRuns: sampledRuns(2_000) },
    );
  });
});
