import { randomUUID } from "node:crypto";
import type { Membership } from "#shared/domain/membership.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import { type Organization, readMembershipRecords } from "#shared/store/identities.ts";
import type { Answer } from "./http.ts";
import { type EventBody, tell } from "./idpEvents.ts";
import { type OwnPlatform, startOwnPlatform } from "./ownPlatform.ts";

export const SECRET = "secret of the events";
/** The last segment of the address that is hard to guess. */
export const PATH = "a-path-of-its-own";

/** A platform that takes events of its identity provider from a test, too. */
export interface ToldPlatform {
  own: OwnPlatform;
  /** Where events are taken in. */
  url: string;
  send: (event: Partial<EventBody> & { event: string }) => Promise<Answer>;
  /** What the mirror knows. */
  mirror: (userId: string, orgId?: string | null, sessionId?: string | null) => Promise<Mirrored>;
  isActive: (ids: { userId: string; orgId: string }) => Promise<boolean | undefined>;
}

/** Items of the mirror about one bearer. */
interface Mirrored {
  user: UserEntity | null;
  membership: Membership | null;
  organization: Organization | null;
  isSessionRevoked: boolean;
}

export async function startToldPlatform(): Promise<ToldPlatform> {
  const own = await startOwnPlatform({ IDP_WEBHOOK_SECRET: SECRET, IDP_WEBHOOK_PATH: PATH });
  const url = `${own.platform.url}/idp/webhook`;
  const mirror: ToldPlatform["mirror"] = async (userId, orgId = null, sessionId = null) => {
    const scope = { settings: own.platform.settings.EU };
    const records = await readMembershipRecords(scope, { userId, orgId, sessionId });
    const { user, membership, organization, isSessionRevoked } = records;
    return {
      user: user?.item ?? null,
      membership: membership?.item ?? null,
      organization: organization?.item ?? null,
      isSessionRevoked,
    };
  };
  return {
    own,
    url,
    send: (event) => tell(url, SECRET, event),
    mirror,
    isActive: async ({ userId, orgId }) => (await mirror(userId, orgId)).membership?.is_active,
  };
}

/** A moment of the first minute of 2026. */
export function atSecond(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
}

export function newIds(): { userId: string; orgId: string } {
  return { userId: `user_${randomUUID()}`, orgId: `org_${randomUUID()}` };
}
