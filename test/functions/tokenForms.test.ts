import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { type Lab, memberToken, newLab, staffToken } from "../support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "../support/ownPlatform.ts";

const CLAIM = "workspace_name";

let own: OwnPlatform;
let lab: Lab;
let other: Lab;
beforeAll(async () => {
  own = await startOwnPlatform({ TOKEN_PREFIX: "ca_, m2m_", TOKEN_WORKSPACE_CLAIM: CLAIM });
  [lab, other] = await Promise.all([newLab(own.addresses), newLab(own.addresses)]);
});
afterAll(() => own?.close());

const statusOf = async (to: Lab, token: string) =>
  (
    await fetch(`${to.regionUrl}/v2/workspace/${to.name}/project:list`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));

test("a token is accepted with any of the prefixes, or without a prefix", async () => {
  const machine = await localIdp(own.addresses).machineToken(lab.orgId);
  for (const token of [lab.token, machine]) {
    for (const prefix of ["", "ca_", "m2m_"]) expect(await statusOf(lab, `${prefix}${token}`)).toBe(200);
    expect(await statusOf(lab, `other_${token}`)).toBe(401);
  }
});

describe("the workspace claim", () => {
  test("only tokens for a workspace have the claim, which contains the workspace's name", async () => {
    expect(payloadOf(lab.token)).toMatchObject({ [CLAIM]: lab.name });
    expect(payloadOf(await memberToken(own.addresses, null))).not.toHaveProperty(CLAIM);
    expect(payloadOf(await staffToken(own.addresses))).not.toHaveProperty(CLAIM);
  });

  test("the claim determines the workspace of a token, with or without an organization", async () => {
    const { org_id, ...rest } = payloadOf(lab.token);
    const bare = await own.sign(rest);
    expect(await statusOf(lab, bare)).toBe(200);
    expect(await statusOf(other, bare)).toBe(403);
    const record = await fetch(`${own.addresses.platformUrl}/v2/workspace:getRecord?name=${lab.name}`, {
      headers: { authorization: `Bearer ${lab.token}` },
    });
    const { id } = (await record.json()) as { id: string };
    for (const stated of [id, Number(id)]) {
      expect(await statusOf(lab, await own.sign({ ...rest, [CLAIM]: stated }))).toBe(200);
    }
    await memberToken(own.addresses, other.orgId, `${lab.name}@example.org`);
    const elsewhere = await own.sign({ ...rest, org_id, [CLAIM]: payloadOf(other.token)[CLAIM] });
    expect([await statusOf(lab, elsewhere), await statusOf(other, elsewhere)]).toEqual([403, 200]);
  });

  test("a claim for a foreign or unknown workspace gives no access", async () => {
    const nonMember = payloadOf(await memberToken(own.addresses, null, "eve@example.org"));
    const foreign = await own.sign({ ...nonMember, [CLAIM]: payloadOf(lab.token)[CLAIM] });
    expect(await statusOf(lab, foreign)).toBe(403);
    const { org_id: _, ...rest } = payloadOf(lab.token);
    expect(await statusOf(lab, await own.sign({ ...rest, [CLAIM]: "1" }))).toBe(403);
    expect(await statusOf(lab, await own.sign({ ...rest, [CLAIM]: "not an id" }))).toBe(401);
  });
});
