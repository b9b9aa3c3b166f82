import { createHmac, randomUUID } from "node:crypto";
import { type Answer, request } from "./http.ts";

/** Event in the identity provider's format. */
export interface EventBody {
  id: string;
  event: string;
  data: unknown;
  created_at: string;
}

export function signature(text: string, secret: string, at: number, space = " "): string {
  return `t=${at},${space}v1=${createHmac("sha256", secret).update(`${at}.${text}`).digest("hex")}`;
}

/** Sends an event as the provider would, under a new ID unless one is given. */
export function sendEvent(
  url: string,
  secret: string,
  event: Partial<EventBody> & { event: string },
): Promise<Answer> {
  const whole = { id: `event_${randomUUID()}`, created_at: new Date().toISOString(), data: {}, ...event };
  const body = JSON.stringify(whole);
  return request("POST", url, { body, headers: { "idp-signature": signature(body, secret, Date.now()) } });
}

export function userData(id: string, updatedAt: string, more: object = {}) {
  return {
    object: "user",
    id,
    email: `${id}@example.org`,
    first_name: null,
    last_name: null,
    profile_picture_url: null,
    last_sign_in_at: null,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: updatedAt,
    ...more,
  };
}

export function membershipData(userId: string, orgId: string, updatedAt: string, status = "active") {
  return {
    object: "organization_membership",
    id: `om_${userId}_${orgId}`,
    user_id: userId,
    organization_id: orgId,
    status,
    role: { slug: "member" },
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: updatedAt,
  };
}
