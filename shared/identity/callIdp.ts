import { backoff } from "#shared/runtime/backoff.ts";
import { idpUnavailable } from "./idpUnavailable.ts";

const TIMEOUT_MS = 3_000;
const BACKOFF_BASE_MS = 50;
const MAX_BACKOFF_MS = 500;

export interface IdpCall {
  url: string;
  method?: "GET" | "POST";
  apiKey?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** How often a call that got no answer, a 429 or a 5xx is made again. Only for calls that may run twice. */
  retries: number;
}

export interface IdpAnswer {
  /** Never 429 or 5xx: those are errors. */
  status: number;
  /** The parsed JSON; null for an empty body. */
  body: unknown;
}

/** Calls the identity provider. Raises `idp_unavailable` when it has not answered after the last retry. */
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
    // The API key must not follow a redirect to somewhere else.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.status === 429 || response.status >= 500) {
    throw new Error(`${method} ${url} answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return { status: response.status, body: response.ok ? parsed(text, url) : null };
}

function parsed(text: string, url: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} did not answer with JSON`);
  }
}
