import type { DiscardLimits } from "./discardRest.ts";
import type { BodyLimits } from "./openBodies.ts";
import type { QueueLimits } from "./requestQueue.ts";
import type { UnreadLimits } from "./unreadAnswers.ts";

/** Limits of the local servers on connections, requests and bodies. */
export interface HttpLimits extends DiscardLimits {
  /** Maximum time for the headers of a request to arrive, in milliseconds. */
  headersMs: number;
  /** Time after which a connection without traffic is closed, in milliseconds. */
  idleMs: number;
  /** Time by which an idle connection outlives the timeout announced to clients, in milliseconds. */
  idleMarginMs: number;
  queue: QueueLimits;
  bodies: BodyLimits;
  unread: UnreadLimits;
  /** Time after which an unread streamed response is ended, in milliseconds. */
  unreadStreamMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 60_000,
  idleMs: 60_000,
  // A client on an equally busy machine may use a connection a few seconds after it should have closed it.
  idleMarginMs: 15_000,
  queue: { perConnection: 2_000, total: 10_000 },
  bodies: {
    total: 64,
    perHolder: 8,
    maxWaiting: 50,
    maxWaitMs: 60_000,
    windowMs: 30_000,
    minBytesPerWindow: 30 * 1024,
  },
  unread: { bytesPerHolder: 32 << 20, totalBytes: 128 << 20 },
  // A notebook may wait for its user long after the work has ended.
  unreadStreamMs: 15 * 60_000,
  discardMs: 30_000,
  // Large enough that a legitimate upload with an expired token still gets its response.
  discardBytes: 128 << 20,
};
