import { shorten } from "@pdp/basics/wording";
import { insteadOf } from "../foreign/foreignFunctions.ts";
import { FOREIGN_SYNTAX } from "../foreign/foreignSyntax.ts";
import { Refusal } from "../sqlError.ts";
import type { Expression, InlineFunction, Name, Query } from "./ast.ts";
import { isReserved } from "./reservedWords.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Start of the names that lambda parameters of an inlined function get. No other name may start with it. */
export const INLINED_NAME = "__inlined_";

/** Maximum nesting depth of expressions and queries, and maximum length of a chain such as `a + b + c`. */
const MAX_DEPTH = 100;
/** Words that start a parenthesized query. */
export const QUERY_STARTS = ["SELECT", "WITH", "VALUES", "TABLE"];
/** Reserved words that start other statements. */
const STATEMENT_STARTS = ["ALTER", "CREATE", "DELETE", "DROP", "EXECUTE", "INSERT", "PREPARE"];
/** Maximum length of a token in an error message, in characters. */
const MAX_SHOWN_CHARACTERS = 40;

/** Mutually recursive rules, passed to the reader to avoid import cycles between the parser's files. */
export interface Grammar {
  expression: (reader: TokenReader) => Expression;
  /** Parses an expression without AND, OR, NOT or predicates. */
  value: (reader: TokenReader) => Expression;
  query: (reader: TokenReader) => Query;
}

/** Words before which a comma is superfluous. */
const CLAUSE_STARTS = new Set(["FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT"]);

/** Cursor over the tokens of one query that reports what was expected at a position. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: Token[];
  readonly #grammar: Grammar;
  /** Functions of WITH FUNCTION by lowercase name, and the number of nodes that their calls created. */
  readonly inlined = { functions: new Map<string, InlineFunction>(), nodes: 0 };
  #index = 0;
  #depth = 0;

  constructor(text: string, grammar: Grammar) {
    this.#grammar = grammar;
    this.#text = text;
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

  /** Most recently consumed token; undefined at the start. */
  get last(): Token | undefined {
    return this.#tokens[this.#index - 1];
  }

  get at(): number {
    return this.next.at;
  }

  ahead(distance: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#index + distance, last)] as Token;
  }

  /** Returns the text from an offset to the end of the most recently consumed token. */
  sourceFrom(offset: number): string {
    return this.#text.slice(offset, this.#tokens[this.#index - 1]?.end);
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== "end") this.#index += 1;
    return token;
  }

  /** Returns whether the next tokens are these words or symbols. */
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

  /** Parses a name: a quoted name or an unreserved word. */
  name(what: string): Name {
    if (!this.seesName()) throw this.unexpected(what);
    const { text, kind, at } = this.take();
    if (text.toLowerCase().startsWith(INLINED_NAME))
      throw this.error(`Names that start with ${INLINED_NAME} are reserved`, at);
    return { text, quoted: kind === "quoted", at };
  }

  seesName(distance = 0): boolean {
    const token = this.ahead(distance);
    return token.kind === "quoted" || (token.kind === "word" && !isReserved(token.key));
  }

  /** Returns whether a query starts here. */
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
      const sentence = `The query is nested more than ${MAX_DEPTH} levels deep. Split it with WITH`;
      throw new Refusal(sentence, this.at, "query_too_complex");
    }
  }

  unexpected(expected: string): Refusal {
    const foreign = this.#foreign();
    if (foreign) return foreign;
    const { kind, text, at } = this.next;
    const shown = shorten(text, MAX_SHOWN_CHARACTERS);
    const shownToken = kind === "end" ? "the end of the query" : kind === "string" ? `'${shown}'` : shown;
    const isTrailing = this.last?.key === "," && CLAUSE_STARTS.has(this.next.key);
    const hint = isTrailing
      ? `. Remove the comma before ${shown}.`
      : this.#isReservedName()
        ? `. To use a reserved word as a name, put it in double quotes: "${shown}".`
        : "";
    return new Refusal(`Expected ${expected}, found ${shownToken}`, at, "invalid_sql", hint);
  }

  /** Refusal that names the Trino equivalent of another dialect's syntax; undefined if there is none at this position. */
  #foreign(): Refusal | undefined {
    const { text, at, kind } = this.next;
    const instead = kind === "word" && this.ahead(1).key === "(" ? insteadOf(text) : undefined;
    if (instead !== undefined) {
      return new Refusal(`Function ${text} is not available: write ${instead}`, at, "unknown_function");
    }
    for (const { tokens, sentence } of FOREIGN_SYNTAX) {
      // The unexpected token is part of the foreign syntax, or follows it.
      for (let before = tokens.length; before >= 0; before -= 1) {
        if (this.#matches(tokens, -before)) return this.error(sentence, this.ahead(-before).at);
      }
    }
    return undefined;
  }

  #matches(tokens: readonly string[], from: number): boolean {
    if (this.#index + from < 0) return false;
    return tokens.every((token, distance) => {
      const { kind, key } = this.ahead(from + distance);
      if (token === "#") return kind === "number";
      if (token === "'") return kind === "string";
      return token === "NAME" ? this.seesName(from + distance) : key === token;
    });
  }

  /** Returns whether the next token is a reserved word used as a name, based on the token after it. */
  #isReservedName(): boolean {
    const { kind, key } = this.next;
    if (kind !== "word" || !isReserved(key) || key === "NULL") return false;
    const after = this.ahead(1);
    if (STATEMENT_STARTS.includes(key) && isReserved(after.key)) return false;
    return after.kind === "end" || after.kind === "symbol" ? after.key !== "(" : isReserved(after.key);
  }

  error(sentence: string, at = this.at): Refusal {
    return new Refusal(sentence, at);
  }
}
