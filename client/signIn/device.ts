import { sleep } from "../sleep.ts";
import { authenticate, type IdentityProvider, postJson, SignInError, type Tokens } from "./authenticate.ts";

/** Sign-in that a user approves in a browser, on this machine or another one. */
export interface DeviceSignIn {
  /** Code that the user compares or enters. */
  userCode: string;
  /** Page on which the user enters the code. */
  url: string;
  /** The same page with the code prefilled. */
  completeUrl: string;
  /** Time until the code expires, in seconds. */
  expiresIn: number;
  /** Resolves when the user has approved; rejects with a `SignInError` on denial or timeout. */
  tokens: (signal?: AbortSignal) => Promise<Tokens>;
}

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** Time by which `slow_down` extends each pause, in seconds (RFC 8628, section 3.5). */
const SLOW_DOWN_SECONDS = 5;

/** Starts a sign-in by device code (RFC 8628). */
export async function beginDeviceSignIn(provider: IdentityProvider): Promise<DeviceSignIn> {
  const codes = await postJson(provider, "/user_management/authorize/device", {});
  const code = String(codes.device_code);
  return {
    userCode: String(codes.user_code),
    url: String(codes.verification_uri),
    completeUrl: String(codes.verification_uri_complete),
    expiresIn: Number(codes.expires_in),
    tokens: (signal) => poll(provider, code, Number(codes.interval ?? 5), signal),
  };
}

async function poll(
  provider: IdentityProvider,
  code: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<Tokens> {
  let pause = seconds;
  for (;;) {
    try {
      return await authenticate(provider, { grant_type: GRANT, device_code: code });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      if (error.code === "slow_down") pause += SLOW_DOWN_SECONDS;
      else if (error.code !== "authorization_pending") throw error;
    }
    await sleep(pause * 1000, signal);
  }
}
