import type { Json } from "./definition.ts";

/** An intrinsic function call, taken apart. */
export type Expression =
  | { kind: "literal"; value: Json }
  /** A string as written, with its backslashes: what they mean depends on the function. */
  | { kind: "string"; written: string }
  | { kind: "path"; path: string }
  | { kind: "call"; name: string; args: Expression[] };

/** Reads `States.Name(argument, …)`. Throws a SyntaxError that says where it cannot be read. */
export function parseIntrinsic(text: string): Expression {
  const reader = new Reader(text);
  const call = reader.readCall();
  reader.expectEnd();
  return call;
}

const NAME = /States\.[A-Za-z0-9]+/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const STRING = /'((?:[^'\\]|\\[\s\S])*)'/y;
const SPACE = /\s*/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readCall(): Expression {
    const name = this.#take(NAME)?.[0];
    if (name === undefined) throw this.#unreadable("a function States.…");
    this.#expect("(");
    const args: Expression[] = [];
    if (!this.#accept(")")) {
      do args.push(this.#readArgument());
      while (this.#accept(","));
      this.#expect(")");
    }
    return { kind: "call", name, args };
  }

  expectEnd(): void {
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#unreadable("its end");
  }

  #readArgument(): Expression {
    this.#take(SPACE);
    if (this.#text.startsWith("$", this.#at)) return { kind: "path", path: this.#readPath() };
    if (this.#text.startsWith("States.", this.#at)) return this.readCall();
    const string = this.#take(STRING)?.[1];
    if (string !== undefined) return { kind: "string", written: string };
    const literal = this.#take(NUMBER)?.[0] ?? this.#take(WORD)?.[0];
    if (literal === undefined)
      throw this.#unreadable("a string in single quotes, a number, a path or a function");
    return { kind: "literal", value: JSON.parse(literal) as Json };
  }

  /** Up to the comma or bracket that ends the argument; those within the path's own brackets and quotes belong to it. */
  #readPath(): string {
    const start = this.#at;
    let depth = 0;
    let quote = "";
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (quote !== "") quote = character === quote ? "" : quote;
      else if (depth > 0 && (character === "'" || character === '"')) quote = character;
      else if (character === "[" || character === "(") depth++;
      else if (depth === 0 && (character === "," || character === ")")) break;
      else if (character === "]" || character === ")") depth--;
    }
    return this.#text.slice(start, this.#at).trim();
  }

  #accept(symbol: string): boolean {
    this.#take(SPACE);
    if (!this.#text.startsWith(symbol, this.#at)) return false;
    this.#at += symbol.length;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw this.#unreadable(symbol);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #unreadable(expected: string): SyntaxError {
    return new SyntaxError(`${this.#text}: expected ${expected} at character ${this.#at + 1}.`);
  }
}
