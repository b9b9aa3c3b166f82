import { randomBytes, randomUUID } from "node:crypto";
import { Agent, get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Lab, memberToken, newLab } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const INVENTED = 1_000;
const PEOPLE = 6;
/** Tokens that are checked before an address is guarded, and afterwards in each second. */
const ALLOWED = 100;
const TRIALS_PER_SECOND = 20;
/** Checks of tokens that name a known person, after the address is guarded. */
const MAX_PER_BEARER = 20;

let own: OwnPlatform;
let lab: Lab;
/** Tokens of members who have used the platform before. */
let people: string[];

beforeAll(async () => {
  own = await startOwnPlatform({});
  lab = await newLab(own.addresses);
  people = [];
  for (let index = 0; index < PEOPLE; index += 1)
    people.push(await memberToken(own.addresses, lab.orgId, `person${index}@example.org`));
});

afterAll(() => own.close());

interface Outcome {
  status: number;
  retryAfter: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
}

/** Clients at one address of this machine, which has a whole network of them. */
function clientsAt(localAddress: string): (token: string) => Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(
      `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`,
      { agent, localAddress, headers },
      resolve,
    ).on("error", reject);
    const response = await promise;
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"],
      body: await json(response),
    };
  };
}

/** Sends invented tokens, eight at a time. */
async function attack(
  send: (token: string) => Promise<Outcome>,
  invent: () => string,
  total = INVENTED,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let count = 0; count < total / 8; count += 1) outcomes.push(await send(invent()));
    }),
  );
  return outcomes;
}

/** Returns a token with a genuine header, the claims of a token and an invented signature. */
function forged(token: string, changes: object = {}): string {
  const [header = ""] = token.split(".");
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...changes })).toString("base64url");
  return `${header}.${payload}.${randomBytes(256).toString("base64url")}`;
}

// Other systems have only one loopback address.
describe.skipIf(process.platform !== "linux")("invented tokens", () => {
  test("two attackers are stopped, and the people at the same addresses keep working", async () => {
    const [random, targeted] = [clientsAt("127.0.0.2"), clientsAt("127.0.0.3")];
    const victim = people[0] ?? "";
    for (const token of people) expect((await clientsAt("127.0.0.1")(token)).status).toBe(200);
    const start = Date.now();
    let isOver = false;
    const attacks = Promise.all([
      // One attacker names other users each time, the other always the same person, whose session it does not know.
      attack(random, () => forged(lab.token, { sub: `user_${randomUUID()}` })),
      attack(targeted, () => forged(victim, { sid: randomUUID() })),
    ]).finally(() => {
      isOver = true;
    });
    const bystanders = [clientsAt("127.0.0.2"), clientsAt("127.0.0.3"), clientsAt("127.0.0.4")];
    const seen: number[] = [];
    while (!isOver) {
      for (const token of people) {
        // The same person with a known token, and with a renewed one that the platform has not seen.
        const renewed = await own.sign({ ...decodeJwt(token), jti: randomUUID() });
        for (const send of bystanders) seen.push((await send(token)).status, (await send(renewed)).status);
        await sleep(50);
      }
    }
    const outcomes = await attacks;
    const seconds = Math.ceil((Date.now() - start) / 1000) + 1;
    expect(new Set(seen)).toEqual(new Set([200]));
    for (const ofAttacker of outcomes) {
      const stopped = ofAttacker.filter(({ status }) => status === 429);
      const checked = ofAttacker.filter(({ status }) => status === 401);
      expect(stopped.length + checked.length).toBe(INVENTED);
      expect(checked.length).toBeLessThanOrEqual(ALLOWED + MAX_PER_BEARER + TRIALS_PER_SECOND * seconds);
      expect(stopped[0]).toEqual({
        status: 429,
        retryAfter: "2",
        body: {
          code: "throttled",
          detail: expect.stringMatching(/^Too many invalid tokens came from your IP address/),
          error_id: expect.any(String),
        },
      });
    }
  });

  test("text that is not a token is stopped, and a new person at the same address can start to work", async () => {
    const outcomes = await attack(clientsAt("127.0.0.5"), () => `invented-${randomUUID()}`);
    expect(outcomes.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(
      INVENTED - ALLOWED - 8,
    );
    const newcomer = await memberToken(own.addresses, lab.orgId, "newcomer@example.org");
    expect((await clientsAt("127.0.0.5")(newcomer)).status).toBe(200);
  });
});
