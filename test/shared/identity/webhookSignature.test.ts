import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyWebhook } from "#shared/identity/webhookSignature.ts";
import { denialOf } from "./denialOf.ts";

const SECRET = "webhook-secret";
const BODY = '{"id":"event_1","event":"user.created","data":{},"created_at":"2026-01-01T00:00:00Z"}';
const AT = 1_795_000_000_000;
const INVALID = "unauthenticated webhook_signature_invalid";

function signature(at: number | string = AT, body: string | Buffer = BODY, secret = SECRET): string {
  return createHmac("sha256", secret).update(`${at}.`).update(body).digest("hex");
}

function verify(header: string | undefined, body: string | Buffer = BODY, secret = SECRET, now = AT) {
  return denialOf(() => verifyWebhook(body, header, secret, now));
}

const ACCEPTED = "nothing was raised";

test("a signed webhook is accepted, with or without the space, as text or bytes", async () => {
  expect(await verify(`t=${AT}, v1=${signature()}`)).toBe(ACCEPTED);
  expect(await verify(`t=${AT},v1=${signature()}`)).toBe(ACCEPTED);
  const bytes = Buffer.from([0, 0xff, 0xfe, 10]);
  expect(await verify(`t=${AT}, v1=${signature(AT, bytes)}`, bytes)).toBe(ACCEPTED);
});

test("a signature is valid for 180 seconds before and after its time", async () => {
  const header = `t=${AT}, v1=${signature()}`;
  for (const distance of [-180_000, 0, 180_000]) {
    expect(await verify(header, BODY, SECRET, AT + distance)).toBe(ACCEPTED);
  }
  for (const distance of [-180_001, 180_001, 86_400_000]) {
    expect(await verify(header, BODY, SECRET, AT + distance)).toBe(
      "unauthenticated webhook_signature_expired",
    );
  }
});

test("a different body, time or secret is rejected", async () => {
  expect(await verify(`t=${AT}, v1=${signature()}`, `${BODY} `)).toBe(INVALID);
  expect(await verify(`t=${AT + 1}, v1=${signature()}`)).toBe(INVALID);
  expect(await verify(`t=${AT}, v1=${signature(AT, BODY, "other")}`)).toBe(INVALID);
  expect(await verify(`t=${AT}, v1=${signature(AT, BODY, "")}`, BODY, "")).toBe(INVALID);
});

test("a missing or malformed header is refused", async () => {
  for (const header of [undefined, ""]) {
    expect(await verify(header)).toBe("unauthenticated webhook_signature_missing");
  }
  const malformed = [
    "t=, v1=",
    `v1=${signature()}, t=${AT}`,
    `t=${AT}`,
    `t=${AT}, v1=${signature().slice(2)}`,
    `t=${AT}, v1=${signature()}00`,
    `t=${AT}, v1=${signature()}\n`,
    `t=-1, v1=${signature(-1)}`,
    `t=NaN, v1=${signature("NaN")}`,
    `t=1e12, v1=${signature("1e12")}`,
    `t=, v1=${signature("")}`,
    `t=${AT}, v1=${"z".repeat(64)}`,
  ];
  for (const header of malformed) expect([header, await verify(header)]).toEqual([header, INVALID]);
});

test("only the right header is accepted", async () => {
  const good = `t=${AT}, v1=${signature()}`;
  const header = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.tuple(fc.string(), fc.string()).map(([t, v1]) => `t=${t}, v1=${v1}`),
    fc
      .tuple(fc.nat(), fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([t, bytes]) => `t=${t},v1=${Buffer.from(bytes).toString("hex")}`),
    fc
      .tuple(fc.nat(good.length - 1), fc.constantFrom(..."0123456789abcdef,= "))
      .map(([at, character]) => good.slice(0, at) + character + good.slice(at + 1)),
  );
  await fc.assert(
    fc.asyncProperty(header, async (text) => {
      fc.pre(text !== good && text.toLowerCase() !== good.toLowerCase());
      expect(await verify(text)).toMatch(/^unauthenticated webhook_signature_/);
    }),
    { seed: 13, numRuns: 2_000 },
  );
});
