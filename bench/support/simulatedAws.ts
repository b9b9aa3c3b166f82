import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createRandom, type Random } from "@pdp/basics/statistics";

/**
 * Latency of calls within an AWS region, in milliseconds (medians). AWS does not guarantee any of them. DynamoDB takes
 * "single-digit milliseconds" for one item and about three times that for a transaction, which has two phases; the S3 values
 * are for small objects. A queue receives a message while its receiver already waits, and calls a warm function.
 */
const MEDIANS: Record<string, number> = {
  GetItemCommand: 5,
  QueryCommand: 6,
  BatchGetItemCommand: 8,
  TransactGetItemsCommand: 12,
  TransactWriteItemsCommand: 20,
  GetObjectCommand: 25,
  PutObjectCommand: 40,
  SendMessageCommand: 15,
  ReceiveMessageCommand: 12,
  DeleteMessageBatchCommand: 10,
  InvokeCommand: 8,
  SendTaskSuccessCommand: 15,
};
/** Standard deviation of the logarithm of a duration: one call in twenty takes at least 50 % longer than the median. */
const SPREAD = 0.25;
/** Fractions of a transaction's time: on the way to the database, while its items are locked, and on the way back. */
const PHASES = { outward: 0.25, locked: 0.6, back: 0.15 };

/** Requests sent to the stores: calls by command, and bytes in their bodies. */
export interface Traffic {
  calls: Record<string, number>;
  sent: number;
  received: number;
  /** Number of transactions refused because of a concurrent one. */
  clashes: number;
}

export const noTraffic = (): Traffic => ({ calls: {}, sent: 0, received: 0, clashes: 0 });

/**
 * Adds AWS latencies to clients of the embedded stores, and lets transactions conflict as they do on AWS: while one is
 * running, another that touches any of its items is refused with `TransactionConflict`. The embedded database serializes
 * transactions and never refuses one.
 */
export class SimulatedAws {
  readonly #factor: number;
  readonly #random: Random;
  readonly #locked = new Set<string>();
  /** Objects by key: in memory rather than on disk, which would make writers wait for each other. */
  readonly #objects = new Map<string, Uint8Array>();

  /** Creates the simulation. Durations are multiplied by `factor`; 0 disables delays and conflicts. */
  constructor(factor: number, seed: string) {
    this.#factor = factor;
    this.#random = createRandom(seed);
  }

  /** Waits for the latency of a call to a service that is not simulated. */
  async pause(command: string): Promise<void> {
    if (this.#factor > 0) await sleep(this.#durationOf(command));
  }

  #durationOf(command: string): number {
    return this.#factor * (MEDIANS[command] ?? 10) * Math.exp(SPREAD * this.#random.normal());
  }

  /** Counts a client's requests in `traffic` and delays them. */
  attach(client: DynamoDBDocumentClient | S3Client, traffic: Traffic): void {
    // Both kinds of client have a middleware stack, but their types have nothing else in common.
    const stack = client.middlewareStack as S3Client["middlewareStack"];
    stack.add(
      (next, context) => async (args) => {
        const command = context.commandName ?? "";
        traffic.calls[command] = (traffic.calls[command] ?? 0) + 1;
        traffic.sent += bodySize(args);
        const send = () => this.#object(command, args.input) ?? next(args);
        const result = await this.#delayed(command, itemsOf(args.input), traffic, send);
        traffic.received += contentLength(result);
        return result;
      },
      { step: "build", name: "simulatedAws", priority: "low" },
    );
  }

  /** Stores written objects in memory and reads them from there; null for all other calls. */
  #object(command: string, input: object): Promise<never> | null {
    const { Key = "", Body = "" } = input as { Key?: string; Body?: string | Uint8Array };
    if (this.#factor > 0 && command === "PutObjectCommand")
      this.#objects.set(Key, Buffer.from(Body as string));
    const content = this.#objects.get(Key);
    if (content === undefined) return null;
    const response = { headers: { "content-length": String(content.byteLength) } };
    const output = { $metadata: {}, Body: { transformToByteArray: () => Promise.resolve(content) } };
    return Promise.resolve({ response, output } as never);
  }

  async #delayed<Result>(
    command: string,
    items: readonly string[],
    traffic: Traffic,
    call: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#factor === 0) return call();
    const duration = this.#durationOf(command);
    await sleep(PHASES.outward * duration);
    const clashing = items.map((item) => this.#locked.has(item));
    if (clashing.includes(true)) {
      traffic.clashes += 1;
      await sleep(PHASES.back * duration);
      throw conflict(clashing);
    }
    const isWrite = command === "TransactWriteItemsCommand";
    if (isWrite) for (const item of items) this.#locked.add(item);
    try {
      const result = await call();
      await sleep(PHASES.locked * duration);
      return result;
    } finally {
      // A transaction that was refused because of a condition no longer locks anything.
      if (isWrite) for (const item of items) this.#locked.delete(item);
      await sleep(PHASES.back * duration);
    }
  }
}

function conflict(clashing: readonly boolean[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: "Transaction is ongoing for the item",
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: clashing.map((clashes) => ({ Code: clashes ? "TransactionConflict" : "None" })),
  });
}

type Place = Record<string, unknown>;

/** Returns the keys of the items in a transaction; empty for other requests. */
function itemsOf(input: object): string[] {
  const { TransactItems } = input as { TransactItems?: Record<string, { Item?: Place; Key?: Place }>[] };
  return (TransactItems ?? []).flatMap((action) =>
    Object.values(action).map(({ Item, Key }) => JSON.stringify([(Key ?? Item)?.pk, (Key ?? Item)?.sk])),
  );
}

function bodySize(args: object): number {
  const body = (args as { request?: { body?: unknown } }).request?.body;
  return typeof body === "string" || body instanceof Uint8Array ? Buffer.byteLength(body) : 0;
}

function contentLength(result: object): number {
  const { response } = result as { response?: { headers?: Record<string, string> } };
  return Number(response?.headers?.["content-length"] ?? 0);
}
