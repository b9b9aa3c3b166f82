import { randomInt } from "node:crypto";
import { membershipOf, userOf } from "../directory.ts";
import { IdpError } from "../idpError.ts";
import type { DeviceCode } from "../idpState.ts";
import type { Change } from "../idpStore.ts";
import { hashOf, newSecret, type SignedIn, signIn } from "./sessions.ts";

/**
 * Lifetime of a device code, in seconds. A program requests two codes: a person approves one, and the program redeems the
 * other.
 */
export const DEVICE_CODE_SECONDS = 300;
/** Letters in user codes, excluding vowels (to avoid words) and look-alikes. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

export function requestDeviceCode({ state, at }: Change): { deviceCode: string; userCode: string } {
  const deviceCode = newSecret();
  const userCode = newUserCode();
  state.deviceCodes.push({
    device_code_hash: hashOf(deviceCode),
    user_code: userCode,
    status: "pending",
    user_id: null,
    organization_id: null,
    expires_at: new Date(Date.parse(at) + DEVICE_CODE_SECONDS * 1000).toISOString(),
  });
  return { deviceCode, userCode };
}

/** Returns the pending sign-in for a user code, ignoring case. Throws a 404 if there is none. */
export function pendingDeviceCode({ state, at }: Pick<Change, "state" | "at">, userCode: string): DeviceCode {
  const wanted = userCode.trim().toUpperCase();
  const code = state.deviceCodes.find(
    (candidate) =>
      candidate.user_code === wanted && candidate.status === "pending" && candidate.expires_at > at,
  );
  if (!code) throw new IdpError(404, "entity_not_found", "No sign-in is waiting for this user code.");
  return code;
}

export function approveDeviceCode(
  { state, at }: Change,
  userCode: string,
  userId: string,
  organizationId: string | null,
): void {
  const code = pendingDeviceCode({ state, at }, userCode);
  const user = userOf(state, userId);
  if (organizationId !== null && !membershipOf(state, user.id, organizationId)) {
    throw new IdpError(403, "access_denied", "The user is not a member of this organization.");
  }
  Object.assign(code, { status: "approved", user_id: user.id, organization_id: organizationId });
}

export function denyDeviceCode(change: Change, userCode: string): void {
  pendingDeviceCode(change, userCode).status = "denied";
}

/** Redeems a device code; works only once. */
export function redeemDeviceCode(change: Change, deviceCode: string): SignedIn {
  const { state, at } = change;
  const hash = hashOf(deviceCode);
  const code = state.deviceCodes.find((candidate) => candidate.device_code_hash === hash);
  if (!code) throw new IdpError(400, "invalid_grant", "The device code is unknown or already used.");
  if (code.expires_at <= at) throw new IdpError(400, "expired_token", "The device code has expired.");
  if (code.status === "denied") throw new IdpError(400, "access_denied", "The sign-in was denied.");
  if (code.user_id === null) {
    throw new IdpError(400, "authorization_pending", "Nobody has approved this sign-in yet.");
  }
  const signedIn = signIn(change, code.user_id, code.organization_id);
  state.deviceCodes = state.deviceCodes.filter((candidate) => candidate !== code);
  return signedIn;
}

function newUserCode(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${four()}-${four()}`;
}
