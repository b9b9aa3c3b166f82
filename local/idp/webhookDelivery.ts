import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Happening } from "./idpStore.ts";
import { newId } from "./newId.ts";
import { reportError } from "./reportError.ts";

export interface WebhookTarget {
  url: string;
  secret: string;
}

const TIMEOUT_MS = 3_000;
const PAUSES_MS = [100, 400, 1_600];

/** Delivers events to the platform one at a time, each up to four times until it is acknowledged. */
export class WebhookDelivery {
  readonly #target: WebhookTarget | undefined;
  readonly #stop = new AbortController();
  #queue: Promise<void> = Promise.resolve();

  constructor(target: WebhookTarget | undefined) {
    this.#target = target;
  }

  /** Queues an event and returns immediately. Failed deliveries are reported on standard error and dropped. */
  send({ event, data, at }: Happening): void {
    const target = this.#target;
    if (!target) return;
    const body = JSON.stringify({ id: newId("event"), event, data, created_at: at });
    this.#queue = this.#queue
      .then(() => this.#deliver(target, body))
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) {
          reportError(`The webhook ${target.url} did not accept ${event}.`, error);
        }
      });
  }

  /** Aborts pending deliveries. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#queue;
  }

  async #deliver(target: WebhookTarget, body: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await post(target, body, this.#stop.signal);
      } catch (error) {
        const pause = PAUSES_MS[attempt];
        if (pause === undefined) throw error;
        await sleep(pause, undefined, { signal: this.#stop.signal });
      }
    }
  }
}

async function post({ url, secret }: WebhookTarget, body: string, stop: AbortSignal): Promise<void> {
  const at = Date.now();
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "idp-signature": `t=${at}, v1=${signature}` },
    body,
    redirect: "error",
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
