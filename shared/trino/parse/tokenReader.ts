import { shorten } from "#shared/domain/wording/wording.ts";
import { Refusal } from "#shared/trino/sqlError.ts";
import type { Expression, Name, Query } from "./ast.ts";
import { isReserved } from "./reservedWords.ts";
import { SOURCE_NAME } from "./sourceName.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Maximum nesting of expressions and queries, and maximum length of a chain such as `a + b + c`. */
const MAX_DEPTH = 100;
/** Words that a query in parentheses starts with. */
export const QUERY_STARTS = ["SELECT", "WITH", "VALUES", "TABLE"];
/** Maximum length of a token in an error message, in characters. */
const MAX_SHOWN_CHARACTERS = 40;

/** Mutually recursive rules, passed to the reader so that the parser's files have no import cycles. */
export interface Grammar {
  expression: (reader: TokenReader) => Expression;
  /** Parses an expression without AND, OR, NOT and predicates. */
  value: (reader: TokenReader) => Expression;
  query: (reader: TokenReader) => Query;
}

/** Cursor over the tokens of one query, which reports what was expected at a position. */
export class TokenReader {
  readonly #tokens: Token[];
  readonly #grammar: Grammar;
  #index = 0;
  #depth = 0;

  constructor(text: string, grammar: Grammar) {
    this.#grammar = grammar;
    this.#tokens = tokenize(text);
  }

  expression(): Expression {
    return this.#grammar.expression(this);
  }

  value(): Expression {
    return this.#grammar.value(this);
  }

  query(): Query {
    return this.#grammar.query(this);
  }

  get next(): Token {
    return this.ahead(0);
  }

  get at(): number {
    return this.next.at;
  }

  ahead(distance: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#index + distance, last)] as Token;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== "end") this.#index += 1;
    return token;
  }

  /** Tells whether the next tokens are these words or symbols. */
  sees(...keys: string[]): boolean {
    return keys.every((key, distance) => this.ahead(distance).key === key);
  }

  /** Consumes the next tokens if they are these words or symbols. */
  accept(...keys: string[]): boolean {
    if (!this.sees(...keys)) return false;
    this.#index += keys.length;
    return true;
  }

  expect(...keys: string[]): void {
    for (const key of keys) if (!this.accept(key)) throw this.unexpected(key);
  }

  /** Parses a name: quoted, or not a reserved word. */
  name(what: string): Name {
    if (!this.seesName()) throw this.unexpected(what);
    const { text, kind, at } = this.take();
    if (text.startsWith("__") && text.toLowerCase() !== SOURCE_NAME)
      throw this.error("Names that start with two underscores are reserved", at);
    return { text, quoted: kind === "quoted", at };
  }

  seesName(distance = 0): boolean {
    const token = this.ahead(distance);
    return token.kind === "quoted" || (token.kind === "word" && !isReserved(token.key));
  }

  /** Tells whether a query starts here. */
  seesQuery(): boolean {
    return QUERY_STARTS.includes(this.next.key);
  }

  list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.accept(",")) items.push(item());
    return items;
  }

  /** Runs `read` one nesting level deeper. */
  nested<T>(read: () => T): T {
    this.checkDepth(this.#depth + 1);
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  checkDepth(depth: number): void {
    if (depth > MAX_DEPTH) {
      const sentence = `The query nests more than ${MAX_DEPTH} levels deep: split it with WITH`;
      throw new Refusal(sentence, this.at, "query_too_complex");
    }
  }

  unexpected(expected: string): Refusal {
    const { kind, text } = this.next;
    const shown = shorten(text, MAX_SHOWN_CHARACTERS);
    const found = kind === "end" ? "the end of the query" : kind === "string" ? `'${shown}'` : shown;
    return this.error(`Expected ${expected}, found ${found}`);
  }

  error(sentence: string, at = this.at): Refusal {
    return new Refusal(sentence, at);
  }
}
