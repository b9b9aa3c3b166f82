import type { Readable, Writable } from "node:stream";
import { CodedError } from "../codedError.ts";

const NEWLINE = 10;
const MAX_SHOWN_CHARACTERS = 200;

interface Response {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Error response from the peer. */
export class RpcError extends CodedError<number> {
  override readonly name = "RpcError";
}

/** JSON-RPC 2.0 client over two streams, with one message per line. */
export class JsonRpc {
  readonly #output: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #line: Buffer[] = [];
  #lastId = 0;
  #end: Error | undefined;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    input.on("data", (chunk: Buffer) => this.#read(chunk));
    // Writing to a process that has exited fails. Its exit handler rejects the requests.
    output.on("error", () => undefined);
  }

  /** Sends a request. Rejects with an `RpcError`, or with the error passed to `end`. */
  async request(method: string, params: object): Promise<unknown> {
    if (this.#end) throw this.#end;
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#send({ id, method, params });
    return await answer.promise;
  }

  /** Sends a message without a response at the end of this turn of the event loop. */
  notify(method: string): void {
    this.#send({ method });
  }

  /** Rejects all pending and future requests. */
  end(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }

  /** Sends a message, together with others of the same turn of the event loop: each write wakes the other process. */
  #send(message: object): void {
    if (this.#output.writableCorked === 0) {
      this.#output.cork();
      process.nextTick(() => this.#output.uncork());
    }
    this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Splits the input only at line feeds: `readline` also splits at U+2028, which JSON strings may contain. */
  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#line, chunk.subarray(start, end)]);
      this.#line = [];
      start = end + 1;
      if (line.length > 0) this.#settle(line.toString("utf8"));
    }
    if (start < chunk.length) this.#line.push(chunk.subarray(start));
  }

  #settle(line: string): void {
    const response = parse(line);
    if (response === undefined) {
      this.end(new Error(`Received a line that is not JSON: ${line.slice(0, MAX_SHOWN_CHARACTERS)}`));
      return;
    }
    const { id = 0, result, error } = response;
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) answer?.reject(new RpcError(error.code, error.message));
    else answer?.resolve(result);
  }
}

function parse(line: string): Response | undefined {
  try {
    return JSON.parse(line) as Response;
  } catch {
    return undefined;
  }
}
