import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetMembershipStatus } from "#shared/identity/recentMembershipStatus.ts";
import { readMembershipRecords } from "#shared/store/identities.ts";
import { ageMembershipStatus } from "#test/support/ageMembershipStatus.ts";
import { directoryOf } from "#test/support/directory.ts";
import { request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { WAIT } from "#test/support/wait.ts";

/** The token remains valid; only the membership changes. */
describe.each([
  ["whose provider tells of it", { IDP_WEBHOOK_SECRET: "secret of the events" }],
  ["whose provider tells nothing", {}],
])("a member of a platform %s", (_, environment) => {
  const isTold = "IDP_WEBHOOK_SECRET" in environment;
  let own: OwnPlatform;
  let lab: Lab;

  beforeAll(async () => {
    own = await startOwnPlatform(environment);
    lab = await newLab(own.addresses);
  });

  afterAll(() => own.close());

  /**
   * Repeats `check` until events arrive, or, without events, ages the mirror by 21 s so that the provider is queried.
   */
  async function eventually(userId: string, check: () => Promise<void>): Promise<void> {
    if (isTold) return vi.waitFor(check, 10_000);
    await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 21);
    await check();
  }

  async function use(token: string): Promise<[workspace: number, me: number]> {
    const answers = [
      await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`, { token }),
      await request("GET", `${own.platform.url}/users/me`, { token }),
    ];
    return [answers[0]?.status ?? 0, answers[1]?.status ?? 0];
  }

  async function newMember(email: string) {
    const token = await memberToken(own.addresses, lab.orgId, email);
    const userId = await directoryOf(own.addresses).user(email);
    const membershipId = await directoryOf(own.addresses).admit(userId, lab.orgId);
    expect(await use(token)).toEqual([200, 200]);
    return { token, userId, membershipId };
  }

  it("an ended membership excludes the user from the workspace", async () => {
    const { dismiss, admit } = directoryOf(own.addresses);
    const { token, userId, membershipId } = await newMember("removed@example.org");
    const staying = await newMember("staying@example.org");
    await dismiss(membershipId);
    await eventually(userId, async () => expect(await use(token)).toEqual([403, 200]));
    const records = await request("GET", `${own.platform.url}/v2/workspace:listRecords`, { token });
    expect(records.body.items).toEqual([]);
    expect(await use(staying.token)).toEqual([200, 200]);

    await admit(userId, lab.orgId);
    await eventually(userId, async () => expect(await use(token)).toEqual([200, 200]));
  });

  if (!isTold) {
    it("a removal is noticed in the background before the mirror's age requires it", async () => {
      const { settings } = own.platform;
      const { token, userId, membershipId } = await newMember("aging@example.org");
      await directoryOf(own.addresses).dismiss(membershipId);
      await ageMembershipStatus(settings.EU, userId, lab.orgId, 12);
      // The only request: no later one compares the mirror with the provider.
      await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`, { token });
      const mirror = { userId, orgId: lab.orgId, sessionId: null };
      await vi.waitFor(async () => {
        const { membership } = await readMembershipRecords({ settings: settings.EU }, mirror);
        expect(membership?.item.is_active).toBe(false);
      }, WAIT);
      forgetMembershipStatus();
      expect(await use(token)).toEqual([403, 200]);
    });
  }

  it("a member who is repeatedly removed and readmitted ends up in the provider's state", async () => {
    const { dismiss, admit } = directoryOf(own.addresses);
    const { token, userId, membershipId } = await newMember("torn@example.org");
    let id = membershipId;
    for (let time = 0; time < 5; time += 1) {
      await dismiss(id);
      id = await admit(userId, lab.orgId);
    }
    // In the end, the user is a member according to both events and queries.
    const last = await newMember("last@example.org");
    await dismiss(last.membershipId);
    await eventually(last.userId, async () => expect(await use(last.token)).toEqual([403, 200]));
    await eventually(userId, async () => expect(await use(token)).toEqual([200, 200]));
  });

  it("a deleted user is denied everything", async () => {
    const { deleteUser } = directoryOf(own.addresses);
    const { token, userId } = await newMember("deleted@example.org");
    await deleteUser(userId);
    await eventually(userId, async () => expect(await use(token)).toEqual([401, 401]));
  });

  it("a session ended at the provider is over", async () => {
    const { token, userId } = await newMember("ended@example.org");
    const { sessions } = await own.idpState();
    const session_id = sessions.find(({ user_id }) => user_id === userId)?.id;
    const url = `${own.platform.idpUrl}/user_management/sessions/revoke`;
    const { apiKey } = own.platform.settings.EU.idp ?? {};
    expect((await request("POST", url, { token: apiKey, body: { session_id } })).status).toBe(200);
    await eventually(userId, async () => expect(await use(token)).toEqual([401, 401]));
  });

  it("a user who never belonged to the token's organization has no access", async () => {
    const email = "claimant@example.org";
    await memberToken(own.addresses, null, email);
    const sub = await directoryOf(own.addresses).user(email);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: own.platform.idpUrl, sub, iat: now, exp: now + 600 };
    expect(await use(await own.sign({ ...claims, org_id: lab.orgId }))).toEqual([403, 200]);
    expect(await use(await own.sign({ ...claims, sub: "user_unknown", org_id: lab.orgId }))).toEqual([
      401, 401,
    ]);
  });
});
