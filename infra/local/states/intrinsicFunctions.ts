import { createHash, randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "./definition.ts";
import { StateError } from "./stateError.ts";

type Intrinsic = (args: Json[]) => Json;

const MAX_TEXT_LENGTH = 10_000;
const MAX_ITEMS = 1000;
const HASHES: Record<string, string> = {
  MD5: "md5",
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};

/** Calls an intrinsic function. What it cannot work with is a States.IntrinsicFailure. */
export function callIntrinsic(name: string, args: Json[]): Json {
  const call = INTRINSICS.get(name);
  if (!call) throw failure(`There is no intrinsic function ${name}.`);
  try {
    return call(args);
  } catch (error) {
    if (error instanceof StateError) throw failure(`${name}: ${error.message}`);
    throw error;
  }
}

export function isIntrinsic(name: string): boolean {
  return INTRINSICS.has(name);
}

const INTRINSICS = new Map<string, Intrinsic>([
  ["States.Format", ([template, ...values]) => format(text(template), values)],
  ["States.StringToJson", ([json]) => parse(text(json))],
  ["States.JsonToString", ([value]) => JSON.stringify(present(value))],
  ["States.Array", (args) => args],
  ["States.ArrayPartition", ([items, size]) => partition(list(items), positive(size))],
  ["States.ArrayContains", ([items, item]) => list(items).some((one) => isDeepStrictEqual(one, item))],
  ["States.ArrayRange", ([first, last, step]) => range(whole(first), whole(last), whole(step))],
  ["States.ArrayGetItem", ([items, index]) => present(list(items)[whole(index)])],
  ["States.ArrayLength", ([items]) => list(items).length],
  ["States.ArrayUnique", ([items]) => unique(list(items))],
  ["States.Base64Encode", ([plain]) => Buffer.from(shortText(plain)).toString("base64")],
  ["States.Base64Decode", ([coded]) => Buffer.from(shortText(coded), "base64").toString()],
  ["States.Hash", ([data, algorithm]) => hash(data, text(algorithm))],
  ["States.JsonMerge", ([one, other, deep]) => merge(object(one), object(other), deep)],
  ["States.MathRandom", ([start, end, seed]) => random(whole(start), whole(end), seed)],
  ["States.MathAdd", ([one, other]) => whole(one) + whole(other)],
  ["States.StringSplit", ([joined, separators]) => split(text(joined), text(separators))],
  ["States.UUID", () => randomUUID()],
]);

function failure(cause: string): StateError {
  return new StateError("States.IntrinsicFailure", cause);
}

function present(value: Json | undefined): Json {
  if (value === undefined) throw failure("an argument or item is missing");
  return value;
}

function text(value: Json | undefined): string {
  if (typeof value !== "string") throw failure("an argument must be a string");
  return value;
}

function shortText(value: Json | undefined): string {
  const string = text(value);
  if (string.length > MAX_TEXT_LENGTH)
    throw failure(`a string must not exceed ${MAX_TEXT_LENGTH} characters`);
  return string;
}

function whole(value: Json | undefined): number {
  if (typeof value !== "number") throw failure("an argument must be a number");
  return Math.round(value);
}

function positive(value: Json | undefined): number {
  const number = whole(value);
  if (number < 1) throw failure("an argument must be a positive whole number");
  return number;
}

function list(value: Json | undefined): Json[] {
  if (!Array.isArray(value)) throw failure("an argument must be an array");
  return value;
}

function object(value: Json | undefined): { [key: string]: Json } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw failure("an argument must be an object");
  }
  return value;
}

/** `{}` stands for the next value; a backslash takes a brace, a quote or a backslash literally. */
function format(template: string, values: Json[]): string {
  let next = 0;
  const result = template.replaceAll(/\\([{}'\\])|\{\}/g, (_, literal: string | undefined) => {
    if (literal !== undefined) return literal;
    const value = values[next++];
    if (value === undefined) throw failure("there are fewer values than {}");
    if (typeof value === "object" && value !== null) throw failure("a value must not be an object or array");
    return String(value);
  });
  if (next < values.length) throw failure("there are more values than {}");
  return result;
}

function parse(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch {
    throw failure("the string is not JSON");
  }
}

function partition(items: Json[], size: number): Json[] {
  const parts: Json[] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

function range(first: number, last: number, step: number): Json[] {
  if (step === 0) throw failure("the step must not be 0");
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  if (count > MAX_ITEMS) throw failure(`a range must not exceed ${MAX_ITEMS} items`);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function unique(items: Json[]): Json[] {
  return items.filter((item, at) => items.findIndex((other) => isDeepStrictEqual(item, other)) === at);
}

function hash(data: Json | undefined, algorithm: string): string {
  const known = HASHES[algorithm];
  if (known === undefined) throw failure(`the algorithm must be one of ${Object.keys(HASHES).join(", ")}`);
  return createHash(known).update(shortText(data)).digest("hex");
}

function merge(one: { [key: string]: Json }, other: { [key: string]: Json }, deep: Json | undefined): Json {
  if (deep !== false) throw failure("the third argument must be false: there is no deep merge");
  return { ...one, ...other };
}

/** From `start` up to, but not including, `end`; the same seed gives the same number. */
function random(start: number, end: number, seed: Json | undefined): number {
  if (end <= start) throw failure("the end must be greater than the start");
  if (seed === undefined) return start + randomInt(end - start);
  return (
    start + (createHash("sha256").update(JSON.stringify(seed)).digest().readUIntBE(0, 6) % (end - start))
  );
}

/** Each character of `separators` separates. */
function split(joined: string, separators: string): Json[] {
  const parts = [""];
  for (const character of joined) {
    if (separators.includes(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
