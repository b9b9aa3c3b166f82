import { backoff } from "#shared/runtime/backoff.ts";
import { idpUnavailable } from "./idpUnavailable.ts";

const TIMEOUT_MS = 3_000;
const BACKOFF_BASE_MS = 50;
const MAX_BACKOFF_MS = 500;

export interface IdpCall {
  url: string;
  method?: "GET" | "POST";
  apiKey?: string;
  /** Body to send as JSON. */
  body?: unknown;
  /** Number of retries after a missing response, a 429 or a 5xx. Only for calls that are safe to repeat. */
  retries: number;
}

export interface IdpAnswer {
  /** HTTP status; never 429 or 5xx, which are raised as errors. */
  status: number;
  /** Parsed JSON body; null if it is empty. */
  body: unknown;
}

/** Calls the identity provider. Raises `idp_unavailable` if the last retry fails. */
export async function callIdp(call: IdpCall): Promise<IdpAnswer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await callOnce(call);
    } catch (error) {
      if (attempt >= call.retries) throw idpUnavailable(error);
      await backoff(attempt, BACKOFF_BASE_MS, MAX_BACKOFF_MS);
    }
  }
}

async function callOnce({ url, method = "GET", apiKey, body }: IdpCall): Promise<IdpAnswer> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(url, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    // The API key must not be sent to a redirect target.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.status === 429 || response.status >= 500) {
    throw new Error(`${method} ${url} answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return { status: response.status, body: response.ok ? parseAnswer(text, url) : null };
}

function parseAnswer(text: string, url: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} did not respond with JSON`);
  }
}
