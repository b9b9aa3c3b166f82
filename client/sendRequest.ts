import { errorOf } from "./errors.ts";
import { sleep } from "./sleep.ts";
import type { TokenSource } from "./tokens.ts";

export type Fetch = (request: Request) => Promise<Response>;

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 20_000;

/**
 * Sends a request with an access token. If the service is too busy (429, 503), retries after the requested time; also repeats
 * a GET after a broken connection. Replaces a refused token once. Rejects with an `ApiError` for any other error response.
 */
export async function sendRequest(request: Request, tokens: TokenSource, fetch: Fetch): Promise<Response> {
  let token = await tokens.accessToken();
  let isTokenReplaced = false;
  for (let attempt = 1; ; attempt += 1) {
    const response = await attemptOnce(withToken(request, token), fetch, attempt);
    if (response?.ok) return response;
    if (response?.status === 401 && !isTokenReplaced) {
      isTokenReplaced = true;
      const other = await tokens.accessToken(token);
      if (other !== token) {
        token = other;
        continue;
      }
    }
    if (response && (!isBusy(response) || attempt >= MAX_ATTEMPTS)) throw await errorOf(response);
    await response?.body?.cancel();
    await sleep(waitBefore(attempt, response?.headers.get("retry-after")), request.signal);
  }
}

/** Returns the response; null for a GET that may be repeated after a broken connection. */
async function attemptOnce(request: Request, fetch: Fetch, attempt: number): Promise<Response | null> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted || request.method !== "GET" || attempt >= MAX_ATTEMPTS) throw error;
    return null;
  }
}

/** Copies the request, because its body can be sent only once. */
function withToken(request: Request, token: string): Request {
  const copy = request.clone();
  copy.headers.set("authorization", `Bearer ${token}`);
  // A deployment may show other clients a reduced form of its resources.
  copy.headers.set("api-compatibility", "full");
  return copy;
}

function isBusy({ status }: Response): boolean {
  return status === 429 || status === 503;
}

/** Returns the time to wait in milliseconds: the service's Retry-After, or exponential backoff with jitter. */
function waitBefore(attempt: number, retryAfter: string | null | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds * 1000, MAX_WAIT_MS);
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS) * (0.5 + Math.random() / 2);
}
