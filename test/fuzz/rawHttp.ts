import { connect } from "node:net";

/** Response, which may be incomplete; status 0 means that there was no response. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
  /** True if the body is complete. */
  complete: boolean;
  /** True if the connection was still open at the timeout. */
  late: boolean;
}

/**
 * Sends bytes to a local port and reads one response, because `fetch` and `node:http` refuse to send much of what a broken or
 * hostile client may send. `ends` closes the sending side after the last byte.
 */
export function exchange(
  port: number,
  bytes: readonly Uint8Array[],
  { ends = false, milliseconds = 20_000, withoutBody = false } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => finish(true), milliseconds);
    const finish = (late = false): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parseAnswer(Buffer.concat(chunks), withoutBody), late });
    };
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.length < 20 && parseAnswer(Buffer.concat(chunks), withoutBody).complete) finish();
    });
    // The response may have arrived even if the connection broke while the rest of the request was being sent.
    socket.on("error", () => undefined);
    socket.once("end", () => finish());
    socket.once("close", () => finish());
    for (const piece of bytes) socket.write(piece);
    if (ends) socket.end();
  });
}

/** Parses an HTTP response, skipping interim responses (100 Continue). Returns status 0 for bytes that cannot be parsed. */
export function parseAnswer(bytes: Buffer, withoutBody = false): Omit<RawAnswer, "late"> {
  const nothing = { status: 0, headers: new Map<string, string>(), body: Buffer.alloc(0), complete: false };
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return nothing;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return parseAnswer(rest, withoutBody);
  const headers = new Map(lines.map(headerOf));
  if (headers.get("transfer-encoding") === "chunked") return { status, headers, ...decodeChunked(rest) };
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // An unreadable request gets a response with a body, regardless of its method.
  return {
    status,
    headers,
    body: rest,
    complete: rest.length === length || (withoutBody && rest.length === 0),
  };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function decodeChunked(bytes: Buffer): { body: Buffer; complete: boolean } {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const from = lineEnd + 2;
    if (Number.isNaN(size) || bytes.length < from + size + 2)
      return { body: Buffer.concat(pieces), complete: false };
    if (size === 0) return { body: Buffer.concat(pieces), complete: true };
    pieces.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
