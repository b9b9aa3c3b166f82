import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@pdp/basics/errors";
import { watchRate } from "./bodyRate.ts";
import type { BodyLimits, OpenBodies } from "./openBodies.ts";

/** Request with a body that has not been read yet. */
export interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  /** True if the client only sends the body when told to continue. */
  awaitsContinue: boolean;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

export interface BodyReader {
  take: (chunk: Buffer) => void;
  /** Called when the body is complete. */
  end: () => void;
  /** Called when the body ends early; the error is null if the client disconnected. */
  fail: (error: DomainError | null) => void;
}

/** Requests with a body that was refused while still arriving; the rest of the body is not awaited. */
const refused = new WeakSet<IncomingMessage>();

/** Returns whether the body of a request arrived too slowly or lost its slot to another body. */
export function isBodyRefused(request: IncomingMessage): boolean {
  return refused.has(request);
}

/** Admits bodies: each waits for a slot, is then requested from the client, and must arrive at the minimum rate. */
export class BodyIntake {
  readonly #places: OpenBodies;
  readonly #limits: BodyLimits;

  constructor(places: OpenBodies, limits: BodyLimits) {
    this.#places = places;
    this.#limits = limits;
  }

  /**
   * Waits for a slot for a body, then passes the body on. Returns a function that stops this transfer. Rejects if no slot
   * becomes free.
   */
  async read(holder: string, incoming: Incoming, reader: BodyReader): Promise<() => void> {
    const { request, response, awaitsContinue, signal } = incoming;
    let isRefused = false;
    let stop = (): void => undefined;
    const refuse = (error: DomainError): void => {
      isRefused = true;
      refused.add(request);
      stop();
      reader.fail(error);
    };
    const slot = await this.#places.take(holder, refuse, signal);
    if (isRefused) return stop;
    const rate = watchRate(request, this.#limits, () => refuse(tooSlow(this.#limits)));
    const take = (chunk: Buffer): void => {
      slot.moved();
      rate.count(chunk.length);
      reader.take(chunk);
    };
    const end = (): void => {
      stop();
      reader.end();
    };
    const leave = (): void => {
      stop();
      reader.fail(null);
    };
    stop = () => {
      request.off("data", take).off("end", end).off("close", leave).pause();
      rate.stop();
      slot.release();
    };
    if (request.destroyed && !request.readableEnded) {
      leave();
      return stop;
    }
    if (awaitsContinue) response.writeContinue();
    request.on("data", take).once("end", end).once("close", leave).resume();
    return stop;
  }
}

function tooSlow({ windowMs, minBytesPerWindow }: BodyLimits): DomainError {
  const sentence = `The body arrived too slowly: less than ${minBytesPerWindow / 1024} KB in ${windowMs / 1000} s. Send the request again over a faster connection.`;
  return new DomainError("timeout", "body_too_slow", sentence);
}
