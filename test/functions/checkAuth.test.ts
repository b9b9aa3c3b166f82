import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { directoryOf } from "#test/support/directory.ts";
import { type Answer, request } from "#test/support/http.ts";
import { membershipData } from "#test/support/idpEvents.ts";
import {
  type Lab,
  memberToken,
  newLab,
  otherLab,
  sharedLab,
  sharedPlatform,
  uniqueName,
} from "#test/support/lab.ts";
import { startWebhookPlatform } from "#test/support/webhookPlatform.ts";

const addresses = sharedPlatform();
const NOTHING = { authorized: false, can_reauth: false, org_id: null };

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

function check(token: string | null, workspace: string | null = lab.name): Promise<Answer> {
  const query = workspace === null ? "" : `?workspace=${encodeURIComponent(workspace)}`;
  return request("GET", `${addresses.platformUrl}/auth:checkAuth${query}`, { token });
}

async function expectChecked(token: string, workspace?: string): Promise<unknown> {
  const { status, body } = await check(token, workspace);
  expect(status).toBe(200);
  return body;
}

describe("the check of access to a workspace", () => {
  it("a member with a token for another organization is told which one to sign in to", async () => {
    const email = `${uniqueName("both")}@example.org`;
    const other = await directoryOf(addresses).newOrganization(uniqueName("other"));
    const member = await memberToken(addresses, lab.orgId, email);
    expect(await expectChecked(member)).toEqual({ authorized: true });
    for (const token of [
      await memberToken(addresses, null, email),
      await memberToken(addresses, other, email),
    ])
      expect(await expectChecked(token)).toEqual({ authorized: false, can_reauth: true, org_id: lab.orgId });
  });

  it("checkAuth responds the same for unknown and foreign workspaces", async () => {
    const other = await otherLab();
    const nonMember = await memberToken(addresses, null, `${uniqueName("nonmember")}@example.org`);
    const machine = await localIdp(addresses).machineToken(other.orgId);
    for (const token of [nonMember, other.token, machine]) {
      for (const name of [lab.name, "no-such-workspace", "Ä/../x", "x".repeat(5000)])
        if (name !== lab.name || token !== other.token)
          expect(await expectChecked(token, name)).toEqual(NOTHING);
    }
  });

  it("a removed member is told that no other token will work", async () => {
    const email = `${uniqueName("left")}@example.org`;
    const token = await memberToken(addresses, null, email);
    const { user, admit, dismiss } = directoryOf(addresses);
    const membershipId = await admit(await user(email), lab.orgId);
    expect(await expectChecked(token)).toMatchObject({ can_reauth: true });
    await dismiss(membershipId);
    expect(await expectChecked(token)).toEqual(NOTHING);
  });

  it("a removed member is not sent to the organization of the current token", async () => {
    const { own, send } = await startWebhookPlatform();
    try {
      const { name, orgId, token } = await newLab(own.addresses);
      const url = `${own.platform.url}/auth:checkAuth?workspace=${name}`;
      expect((await request("GET", url, { token })).body).toEqual({ authorized: true });
      // The platform knows of the removal, but the provider does not list it yet.
      const removed = membershipData(
        decodeJwt(token).sub ?? "",
        orgId,
        new Date(Date.now() + 1_000).toISOString(),
      );
      expect((await send({ event: "organization_membership.deleted", data: removed })).status).toBe(200);
      expect((await request("GET", url, { token })).body).toEqual(NOTHING);
      const elsewhere = await memberToken(own.addresses, null, `${name}@example.org`);
      expect((await request("GET", url, { token: elsewhere })).body).toMatchObject({ org_id: orgId });
    } finally {
      await own.close();
    }
  });
});
