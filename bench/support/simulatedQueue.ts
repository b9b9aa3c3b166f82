import { setTimeout as sleep } from "node:timers/promises";

/** Message as a function receives it. */
export interface Delivery {
  messageId: string;
  body: string;
  attributes: { ApproximateReceiveCount: string };
}

export interface QueueOptions {
  /** Receives a batch. Returns the ids of the messages that must be delivered again; if it fails, all are. */
  receive: (batch: readonly Delivery[]) => Promise<readonly string[]>;
  /** Waits for the latency of a call, by its command. */
  pause: (command: string) => Promise<void>;
  /** Time after which messages that were not deleted are delivered again, in milliseconds. */
  visibilityMs: number;
  /** Number of deliveries after which a message becomes a dead letter. */
  maxReceives: number;
}

interface Message {
  id: string;
  body: string;
  receives: number;
}

/** Maximum number of messages in a batch of an ordered queue. */
const BATCH = 10;

/**
 * Simulates an ordered queue of SQS with a function as its receiver: messages of one group are delivered in order, in batches,
 * and only when the previous batch has been deleted or has become visible again.
 */
export class SimulatedQueue {
  /** Bodies of messages that were delivered too often. */
  readonly dead: string[] = [];
  /** Number of messages in each delivered batch. */
  readonly batches: number[] = [];
  readonly #options: QueueOptions;
  readonly #groups = new Map<string, Message[]>();
  #sent = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Resolves when the message is stored. */
  async send(group: string, body: string): Promise<void> {
    await this.#options.pause("SendMessageCommand");
    this.#sent += 1;
    const message = { id: String(this.#sent), body, receives: 0 };
    const waiting = this.#groups.get(group);
    if (waiting) {
      waiting.push(message);
      return;
    }
    const first = [message];
    this.#groups.set(group, first);
    void this.#deliver(group, first);
  }

  async #deliver(group: string, waiting: Message[]): Promise<void> {
    while (waiting.length > 0) {
      await this.#options.pause("ReceiveMessageCommand");
      await this.#options.pause("InvokeCommand");
      const batch = waiting.slice(0, BATCH);
      this.batches.push(batch.length);
      for (const message of batch) message.receives += 1;
      const kept = new Set(await this.#receive(batch));
      await this.#options.pause("DeleteMessageBatchCommand");
      if (kept.size > 0) await sleep(this.#options.visibilityMs);
      const again = batch.filter(({ id }) => kept.has(id));
      const dead = again.filter(({ receives }) => receives >= this.#options.maxReceives);
      this.dead.push(...dead.map(({ body }) => body));
      waiting.splice(0, batch.length, ...again.filter((message) => !dead.includes(message)));
    }
    this.#groups.delete(group);
  }

  async #receive(batch: readonly Message[]): Promise<readonly string[]> {
    const deliveries = batch.map(({ id, body, receives }) => ({
      messageId: id,
      body,
      attributes: { ApproximateReceiveCount: String(receives) },
    }));
    return this.#options.receive(deliveries).catch(() => batch.map(({ id }) => id));
  }
}
