import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { closeConnection } from "./closeConnection.ts";

export interface QueueLimits {
  /** Maximum number of waiting requests per connection. */
  perConnection: number;
  /** Maximum number of waiting requests across all connections of the queue. */
  total: number;
}

interface Waiting {
  response: ServerResponse;
  start: () => void;
}

/**
 * Answers the requests of each connection one at a time: the next one starts once the client has accepted the previous
 * response. A connection is not read while it has waiting requests. A connection that exceeds the limits is closed.
 */
export class RequestQueue {
  readonly #limits: QueueLimits;
  /** Waiting requests of each connection with a running request. */
  readonly #lines = new WeakMap<Socket, Waiting[]>();
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Tells whether a request on a connection is being answered. */
  isBusy(socket: Socket): boolean {
    return this.#lines.has(socket);
  }

  /** Starts a request now, or after the earlier requests on its connection. */
  enter(socket: Socket, response: ServerResponse, start: () => void): void {
    const line = this.#lines.get(socket);
    if (!line) {
      this.#lines.set(socket, []);
      this.#begin(socket, { response, start });
    } else if (line.length >= this.#limits.perConnection || this.#waiting >= this.#limits.total) {
      closeConnection(socket, "too many pipelined requests are waiting for earlier responses");
    } else {
      line.push({ response, start });
      this.#waiting += 1;
      // Node parses everything it has read; without the pause, it would continue parsing.
      socket.pause();
    }
  }

  #begin(socket: Socket, { response, start }: Waiting): void {
    response.once("close", () => {
      const line = this.#lines.get(socket) ?? [];
      if (line.length === 0) this.#lines.delete(socket);
      // Lets other connections have their turn.
      else setImmediate(() => this.#next(socket, line));
    });
    start();
  }

  #next(socket: Socket, line: Waiting[]): void {
    const next = socket.destroyed ? undefined : line.shift();
    if (!next) {
      this.#waiting -= line.length;
      this.#lines.delete(socket);
      return;
    }
    this.#waiting -= 1;
    if (line.length === 0) socket.resume();
    this.#begin(socket, next);
  }
}
