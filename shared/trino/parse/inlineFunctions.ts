import { RANDOM_FUNCTIONS } from "../functions/randomFunctions.ts";
import { Refusal } from "../sqlError.ts";
import type { Call, Expression, InlineFunction, Name } from "./ast.ts";
import { parseType } from "./parseType.ts";
import { INLINED_NAME, type TokenReader } from "./tokenReader.ts";

/** Maximum number of nodes that all calls of a query create, because nested calls multiply. */
const MAX_INLINE_NODES = 20_000;

/** Parses `WITH FUNCTION f(x bigint) RETURNS bigint RETURN x * 2, FUNCTION …`. */
export function parseInlineFunctions(reader: TokenReader): void {
  if (!reader.sees("WITH", "FUNCTION")) return;
  reader.expect("WITH");
  do {
    reader.expect("FUNCTION");
    const name = reader.name("the name of a function");
    const key = name.text.toLowerCase();
    if (reader.inlined.functions.has(key))
      throw new Refusal(`Two functions are named ${name.text}: rename one`, name.at);
    reader.inlined.functions.set(key, parseFunction(reader));
  } while (reader.accept(","));
}

function parseFunction(reader: TokenReader): InlineFunction {
  reader.expect("(");
  const parameters = reader.sees(")") ? [] : reader.list(() => parseParameter(reader));
  reader.expect(")", "RETURNS");
  const result = parseType(reader);
  const isStrict = parseAttributes(reader);
  if (reader.sees("BEGIN"))
    throw reader.error("A function with BEGIN is not available: write a single expression after RETURN");
  reader.expect("RETURN");
  const body = reader.expression();
  checkBody(body, new Set(parameters.map(({ name }) => name.text.toLowerCase())));
  return { parameters, result, body, isStrict };
}

function parseParameter(reader: TokenReader): InlineFunction["parameters"][number] {
  return { name: reader.name("a parameter"), type: parseType(reader) };
}

/** Parses the properties of a function, and returns whether it is NULL for a NULL argument. */
function parseAttributes(reader: TokenReader): boolean {
  let isStrict = false;
  for (;;) {
    if (reader.accept("RETURNS", "NULL", "ON", "NULL", "INPUT")) isStrict = true;
    else if (reader.accept("COMMENT")) reader.take();
    else if (reader.sees("SECURITY"))
      throw reader.error("SECURITY is not available in WITH FUNCTION: remove it");
    else if (
      !reader.accept("LANGUAGE", "SQL") &&
      !reader.accept("CALLED", "ON", "NULL", "INPUT") &&
      !reader.accept("NOT", "DETERMINISTIC") &&
      !reader.accept("DETERMINISTIC")
    )
      return isStrict;
  }
}

/** Rejects queries and unknown names in the body of a function, which would refer to the tables around a call. */
function checkBody(part: unknown, known: ReadonlySet<string>): void {
  if (typeof part !== "object" || part === null) return;
  const node = part as Partial<Expression>;
  if ("query" in node)
    throw new Refusal("A function cannot contain a query: pass its value as an argument", node.at);
  if (node.kind === "column") {
    const [first] = node.parts as Name[];
    if (first && !known.has(first.text.toLowerCase()))
      throw new Refusal(
        `There is no column ${first.text} in a function: it can only use its parameters`,
        first.at,
      );
    return;
  }
  const inner = node.kind === "lambda" ? new Set([...known, ...namesOf(node.parameters as Name[])]) : known;
  for (const value of Object.values(part)) checkBody(value, inner);
}

function namesOf(names: readonly Name[]): string[] {
  return names.map(({ text }) => text.toLowerCase());
}

/** Returns the expression for a call; undefined if no function of the query has its name. */
export function inlined(call: Call, { inlined: state }: TokenReader): Expression | undefined {
  const definition = state.functions.get(call.name);
  if (!definition) return undefined;
  const { parameters, result, body, isStrict } = definition;
  const { at, args } = call;
  const isPlain = !call.star && !call.distinct && !call.filter && !call.over && call.orderBy.length === 0;
  if (args.length !== parameters.length || !isPlain)
    throw new Refusal(`Function ${call.name} takes ${parameters.length} plain arguments`, at);
  for (const arg of args) {
    if (hasChange(arg))
      throw new Refusal(
        `An argument of ${call.name} cannot contain a query or random(): compute it in FROM`,
        at,
      );
  }
  const given = new Map(
    parameters.map(({ name, type }, index) => [
      name.text.toLowerCase(),
      {
        kind: "cast",
        at,
        of: args[index] as Expression,
        to: type,
        orNull: false,
        implicit: call.name,
      } as Expression,
    ]),
  );
  const written = copied(body, given, state) as Expression;
  const value: Expression = { kind: "cast", at, of: written, to: result, orNull: false, implicit: call.name };
  if (!isStrict || args.length === 0) return value;
  const tests = [...given.values()].map((of): Expression => ({ kind: "isNull", at, of, not: false }));
  const [test] = tests as [Expression];
  const anyNull: Expression = tests.length === 1 ? test : { kind: "or", at, terms: tests };
  return { kind: "case", at, whens: [[anyNull, { kind: "null", at }]], otherwise: value };
}

/** Returns whether a value would change if it were computed twice. */
function hasChange(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const node = part as Partial<Expression>;
  if ("query" in node) return true;
  if (node.kind === "call" && RANDOM_FUNCTIONS.has(node.name as string)) return true;
  return Object.values(part).some(hasChange);
}

/** Copies an expression, with parameters replaced by values. */
function copied(
  part: unknown,
  given: ReadonlyMap<string, Expression>,
  state: TokenReader["inlined"],
): unknown {
  if (typeof part !== "object" || part === null) return part;
  state.nodes += 1;
  if (state.nodes > MAX_INLINE_NODES)
    throw new Refusal(
      "The calls of WITH FUNCTION are nested or repeated too often",
      undefined,
      "query_too_complex",
    );
  if (Array.isArray(part)) return part.map((item) => copied(item, given, state));
  const node = part as Expression;
  if (node.kind === "column") {
    const [first, ...fields] = node.parts as [Name, ...Name[]];
    const value = given.get(first.text.toLowerCase());
    if (!value) return node;
    const copy = copied(value, new Map(), state) as Expression;
    return fields.reduce<Expression>((of, name) => ({ kind: "field", at: name.at, of, name }), copy);
  }
  if (node.kind === "lambda") return copiedLambda(node, given, state);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, copied(value, given, state)]));
}

/** Copies a lambda with new names of its parameters, because an argument may have a column with the same name. */
function copiedLambda(
  lambda: Extract<Expression, { kind: "lambda" }>,
  given: ReadonlyMap<string, Expression>,
  state: TokenReader["inlined"],
): Expression {
  const parameters = lambda.parameters.map((name) => {
    state.nodes += 1;
    return { ...name, text: `${INLINED_NAME}${state.nodes}` };
  });
  const renamed = lambda.parameters.map(({ text }, index): [string, Expression] => {
    const name = parameters[index] as Name;
    return [text.toLowerCase(), { kind: "column", at: name.at, parts: [name] }];
  });
  const body = copied(lambda.body, new Map([...given, ...renamed]), state) as Expression;
  return { ...lambda, parameters, body };
}
