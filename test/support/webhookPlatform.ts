import { randomUUID } from "node:crypto";
import type { Membership } from "#shared/domain/membership.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import { type Organization, readMembershipRecords } from "#shared/store/identities.ts";
import type { Answer } from "./http.ts";
import { type EventBody, sendEvent } from "./idpEvents.ts";
import { type OwnPlatform, startOwnPlatform } from "./ownPlatform.ts";

export const SECRET = "secret of the events";
/** Last segment of the URL, which is hard to guess. */
export const PATH = "a-path-of-its-own";

/** Platform with a webhook for identity provider events that a test sends. */
export interface WebhookPlatform {
  own: OwnPlatform;
  /** Webhook URL. */
  url: string;
  send: (event: Partial<EventBody> & { event: string }) => Promise<Answer>;
  /** Returns the mirror's records. */
  mirror: (userId: string, orgId?: string | null, sessionId?: string | null) => Promise<Mirrored>;
  isActive: (ids: { userId: string; orgId: string }) => Promise<boolean | undefined>;
}

/** Mirror records for one bearer. */
interface Mirrored {
  user: UserEntity | null;
  membership: Membership | null;
  organization: Organization | null;
  isSessionRevoked: boolean;
}

export async function startWebhookPlatform(): Promise<WebhookPlatform> {
  const own = await startOwnPlatform({ IDP_WEBHOOK_SECRET: SECRET, IDP_WEBHOOK_PATH: PATH });
  const url = `${own.platform.url}/idp/webhook`;
  const mirror: WebhookPlatform["mirror"] = async (userId, orgId = null, sessionId = null) => {
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
    send: (event) => sendEvent(url, SECRET, event),
    mirror,
    isActive: async ({ userId, orgId }) => (await mirror(userId, orgId)).membership?.is_active,
  };
}

/** Returns a time in the first minute of 2026, in ISO 8601. */
export function atSecond(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
}

export function newIds(): { userId: string; orgId: string } {
  return { userId: `user_${randomUUID()}`, orgId: `org_${randomUUID()}` };
}
