import fc from "fast-check";

/** Complete request before it is written to the connection. */
export interface Message {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface Written {
  pieces: Uint8Array[];
  /** The sending side is closed after the last byte. */
  ends: boolean;
}

type Writer = (message: Message) => Written;

/** Variants that HTTP allows: they do not change the response. */
const RIGHT = {
  plain: (message) => plainMessage(message, lengthOf(message)),
  keptAlive: (message) => plainMessage(message, [...lengthOf(message), ["connection", "keep-alive"]]),
  encodeChunked: (message) => ({ pieces: [head(message, CHUNKED), ...chunks(message.body)], ends: false }),
  inPieces: (message) => {
    const [piece = Buffer.alloc(0)] = plainMessage(message, lengthOf(message)).pieces;
    const at = Math.floor(piece.length / 2);
    return { pieces: [piece.subarray(0, at), piece.subarray(at)], ends: false };
  },
  expecting: (message) => plainMessage(message, [...lengthOf(message), ["expect", "100-continue"]]),
} satisfies Record<string, Writer>;

/** Variants that HTTP does not allow, or that leave the request incomplete. */
const WRONG = {
  halfClosed: (message) => ({ ...plainMessage(message, lengthOf(message)), ends: true }),
  shortLength: (message) =>
    plainMessage(message, [["content-length", String(Math.floor(size(message) / 2))]]),
  longLength: (message) => ({
    ...plainMessage(message, [["content-length", String(size(message) + 9)]]),
    ends: true,
  }),
  cutHead: (message) => ({ pieces: [head(message, []).subarray(0, 40)], ends: true }),
  noLength: (message) => ({ ...plainMessage(message, []), ends: true }),
  negativeLength: (message) => plainMessage(message, [["content-length", "-1"]]),
  hugeLength: (message) => ({ ...plainMessage(message, [["content-length", "9".repeat(30)]]), ends: true }),
  twoLengths: (message) => ({
    ...plainMessage(message, [...lengthOf(message), ["content-length", "3"]]),
    ends: true,
  }),
  bothLengths: (message) => ({
    pieces: [head(message, [...lengthOf(message), ...CHUNKED]), ...chunks(message.body)],
    ends: true,
  }),
  badChunk: (message) => ({ pieces: [head(message, CHUNKED), Buffer.from("zz\r\nabc\r\n")], ends: true }),
  cutChunk: (message) => ({ pieces: [head(message, CHUNKED), Buffer.from("ff\r\nabc")], ends: true }),
  unknownCoding: (message) => ({ ...plainMessage(message, [["transfer-encoding", "x"]]), ends: true }),
  version: (message) => ({ pieces: [replaceInHead(message, "HTTP/1.1", "HTTP/9.9")], ends: true }),
  old: (message) => ({ pieces: [replaceInHead(message, "HTTP/1.1", "HTTP/1.0")], ends: true }),
  noHost: (message) => ({ pieces: [replaceInHead(message, /host: .*\r\n/, "")], ends: true }),
  twoHosts: (message) => plainMessage(message, [...lengthOf(message), ["host", "elsewhere.example"]]),
  lineFeeds: (message) => ({ pieces: [replaceInHead(message, /\r\n/g, "\n")], ends: true }),
  folded: (message) => plainMessage(message, [...lengthOf(message), ["x-folded", "a\r\n b"]]),
  nulInHeader: (message) => plainMessage(message, [...lengthOf(message), ["x-nul", "a\u0000b"]]),
  noColon: (message) => ({
    pieces: [replaceInHead(message, "connection: close", "connection close")],
    ends: true,
  }),
  manyHeaders: (message) => plainMessage(message, [...lengthOf(message), ...many()]),
  largeHeader: (message) => plainMessage(message, [...lengthOf(message), ["x-large", "a".repeat(100_000)]]),
  upgrade: (message) =>
    plainMessage(message, [["connection", "upgrade"], ["upgrade", "websocket"], ...lengthOf(message)]),
  demanding: (message) => plainMessage(message, [...lengthOf(message), ["expect", "the-unexpected"]]),
  noise: () => ({ pieces: [Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])], ends: true }),
  nothing: () => ({ pieces: [], ends: true }),
} satisfies Record<string, Writer>;

export type Wire = keyof typeof RIGHT | keyof typeof WRONG;

export function wireArbitrary(wrong: number): fc.Arbitrary<Wire> {
  return fc.oneof(
    { weight: 300 - wrong, arbitrary: fc.constant<Wire>("plain") },
    { weight: 10, arbitrary: fc.constantFrom(...(Object.keys(RIGHT) as Wire[])) },
    { weight: wrong, arbitrary: fc.constantFrom(...(Object.keys(WRONG) as Wire[])) },
  );
}

export function isWrong(wire: Wire): boolean {
  return wire in WRONG;
}

export function writeMessage(wire: Wire, message: Message): Written {
  return { ...RIGHT, ...WRONG }[wire](message);
}

const CHUNKED: [string, string][] = [["transfer-encoding", "chunked"]];

function size({ body }: Message): number {
  return body?.length ?? 0;
}

function lengthOf(message: Message): [string, string][] {
  return message.body === null ? [] : [["content-length", String(size(message))]];
}

function plainMessage(message: Message, headers: [string, string][]): Written {
  return { pieces: [Buffer.concat([head(message, headers), message.body ?? Buffer.alloc(0)])], ends: false };
}

function head({ method, target, headers }: Message, more: [string, string][]): Buffer {
  const closes = more.some(([name]) => name === "connection") ? [] : [["connection", "close"]];
  const lines = [["host", "127.0.0.1"], ...closes, ...headers, ...more].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}

function replaceInHead(message: Message, what: string | RegExp, by: string): Buffer {
  const text = head(message, lengthOf(message)).toString("latin1").replace(what, by);
  return Buffer.concat([Buffer.from(text, "latin1"), message.body ?? Buffer.alloc(0)]);
}

function chunks(body: Buffer | null): Buffer[] {
  const bytes = body ?? Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 60_000) {
    const piece = bytes.subarray(at, at + 60_000);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return [Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")])];
}

function many(): [string, string][] {
  return Array.from({ length: 3000 }, (_, index): [string, string] => [`x-${index}`, "y"]);
}
