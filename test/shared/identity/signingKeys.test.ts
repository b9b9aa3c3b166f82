import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { SigningKeys } from "#shared/identity/signingKeys.ts";
import { denialOf, UNAVAILABLE } from "./denialOf.ts";
import { serve } from "./serve.ts";

/** Key endpoint that counts requests, and a clock that the test advances. */
async function keyAddress() {
  const { publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const address = { asked: 0, answer: { status: 200, body: "" }, time: 0 };
  const publish = (...kids: string[]) => {
    address.answer = { status: 200, body: JSON.stringify({ keys: kids.map((kid) => ({ ...jwk, kid })) }) };
  };
  publish("a");
  const url = await serve((response) => {
    address.asked++;
    response.writeHead(address.answer.status, { location: "/" }).end(address.answer.body);
  });
  return { address, publish, keys: new SigningKeys(url, () => address.time) };
}

test("keys are fetched once for concurrent requests, and then cached", async () => {
  const { address, keys } = await keyAddress();
  await Promise.all(Array.from({ length: 50 }, () => keys.holding("a")));
  expect(await keys.holding("a")).toBeDefined();
  expect(address.asked).toBe(1);
});

test("an unknown key is requested at most every ten seconds", async () => {
  const { address, publish, keys } = await keyAddress();
  await keys.holding("a");
  for (let i = 0; i < 100; i++) expect(await keys.holding(`forged ${i}`)).toBeUndefined();
  expect(address.asked).toBe(2);
  publish("a", "b");
  address.time += 9_999;
  expect(await keys.holding("b")).toBeUndefined();
  address.time += 1;
  expect(await keys.holding("b")).toBeDefined();
  expect(address.asked).toBe(3);
});

test("withdrawn keys are trusted for at most ten minutes", async () => {
  const { address, publish, keys } = await keyAddress();
  await keys.holding("a");
  publish("b");
  address.time += 599_999;
  expect(await keys.holding("a")).toBeDefined();
  address.time += 1;
  expect(await keys.holding("a")).toBeUndefined();
  expect(await keys.holding("b")).toBeDefined();
});

test("keys stay in use during an outage, with a retry every ten seconds", async () => {
  const { address, publish, keys } = await keyAddress();
  await keys.holding("a");
  address.answer = { status: 503, body: "" };
  address.time += 600_000;
  for (let i = 0; i < 20; i++) expect(await keys.holding("a")).toBeDefined();
  expect(address.asked).toBe(3); // one attempt and one retry
  expect(await denialOf(() => keys.holding("b"))).toBe(UNAVAILABLE);
  publish("b");
  address.time += 10_000;
  expect(await keys.holding("b")).toBeDefined();
});

test("a response without keys, or from another URL, is rejected", async () => {
  const { address, keys } = await keyAddress();
  const answers = [
    { status: 200, body: "no JSON" },
    { status: 200, body: "" },
    { status: 200, body: "null" },
    { status: 200, body: "[]" },
    { status: 200, body: '{"keys":{}}' },
    { status: 200, body: '{"keys":[1]}' },
    { status: 404, body: '{"keys":[]}' },
    { status: 302, body: '{"keys":[]}' },
    { status: 500, body: '{"keys":[]}' },
  ];
  for (const answer of answers) {
    address.answer = answer;
    expect([answer, await denialOf(() => keys.holding("a"))]).toEqual([answer, UNAVAILABLE]);
  }
});
