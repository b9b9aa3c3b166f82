import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";
import type { ChoiceRule, Json, State } from "./definition.ts";
import { runtimeError, StateError } from "./stateError.ts";

/*
 * The one place that knows the interpreter package. It evaluates JSONPath, ResultPath and Choice rules, one state at a
 * time. Transitions, Retry, Catch, Map, Parallel, Wait, timeouts, the context object and intrinsic functions are not
 * left to it: its tasks end after 60 s by default, its Map starts further items after one has failed or the execution
 * was stopped, its waits beyond 24.8 days end at once, it overwrites $$.Execution in nested states, and its intrinsic
 * functions drop every backslash.
 */

const ONLY = "state";
const OTHERWISE = "otherwise";
const CHECKED_BEFORE = { validationOptions: { noValidate: true } };

type Evaluation = (input: Json, result?: Json) => Promise<Json>;

function evaluation(states: Record<string, unknown>): Evaluation {
  const definition = { StartAt: ONLY, States: states } as unknown as StateMachineDefinition;
  const machine = new StateMachine(definition, CHECKED_BEFORE);
  return async (input, result = null) => {
    const overrides = { taskResourceLocalHandlers: { [ONLY]: () => result } };
    try {
      return (await machine.run(input, { overrides }).result) as Json;
    } catch (error) {
      throw asStateError(error);
    }
  };
}

function asStateError(thrown: unknown): StateError {
  const original = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(original instanceof Error)) return runtimeError(String(original));
  // In the words of the definition.
  const message = original.message.replaceAll("'$.context", "'$$$$").replaceAll("'$.input", "'$$");
  return original.name.startsWith("States.") ? new StateError(original.name, message) : runtimeError(message);
}

/** Input and context under one root, so that both `$` and `$$` are paths into it, whatever value the input is. */
function inRoot(path: string): string {
  return path.startsWith("$$") ? `$.context${path.slice(2)}` : `$.input${path.slice(1)}`;
}

/** A path that may select any number of values gives a list, if need be an empty one. */
function selectsList(path: string): boolean {
  const bare = path.replaceAll(/'[^']*'|"[^"]*"/g, "");
  return /\.\.|\*|\[\s*\?|\[[^\]]*[:,]/.test(bare);
}

/** Reads values by JSONPath. A path that leads nowhere is a States.Runtime error. */
export function pathReader(paths: readonly string[]): (input: Json, context: Json) => Promise<Json[]> {
  const definite = paths.filter((path) => !selectsList(path));
  const readDefinite = passOf(definite);
  const lists = new Map(paths.filter(selectsList).map((path) => [path, passOf([path])]));
  return async (input, context) => {
    const root = { input, context };
    const values = new Map<string, Json>();
    const found = definite.length > 0 ? ((await readDefinite(root)) as { [index: string]: Json }) : {};
    for (const [index, path] of definite.entries()) values.set(path, found[index] as Json);
    for (const [path, read] of lists) values.set(path, await readList(read, root));
    return paths.map((path) => values.get(path) as Json);
  };
}

function passOf(paths: readonly string[]): Evaluation {
  const parameters = Object.fromEntries(paths.map((path, index) => [`${index}.$`, inRoot(path)]));
  return evaluation({ [ONLY]: { Type: "Pass", Parameters: parameters, End: true } });
}

async function readList(read: Evaluation, root: Json): Promise<Json> {
  try {
    return ((await read(root)) as { "0": Json })["0"];
  } catch (error) {
    if (error instanceof StateError && error.message.endsWith("does not point to a value")) return [];
    throw error;
  }
}

/** Puts a result into a state's input. The path is absent or `$` (only the result), null (only the input) or a place. */
export async function applyResultPath(
  path: string | null | undefined,
  input: Json,
  result: Json,
): Promise<Json> {
  if (path === undefined || path === "$") return result;
  if (path === null) return input;
  const place = path.startsWith("$[") ? `$.${path.slice(1)}` : path;
  return await evaluation({ [ONLY]: { Type: "Task", Resource: ONLY, ResultPath: place, End: true } })(
    input,
    result,
  );
}

/** Decides a Choice: resolves to the name of the next state, rejects with States.NoChoiceMatched. */
export function chooser(state: State): (input: Json, context: Json) => Promise<string> {
  const choices = state.Choices ?? [];
  const targets = [...choices.map(({ Next }) => Next), state.Default];
  const answers = targets.map((_, index) => [
    answerName(index),
    { Type: "Pass", Result: { index }, End: true },
  ]);
  const rules = choices.map((rule, index) => ({ ...strictRule(rule), Next: answerName(index) }));
  const otherwise = state.Default === undefined ? {} : { Default: answerName(choices.length) };
  const decide = evaluation({
    [ONLY]: { Type: "Choice", Choices: rules, ...otherwise },
    ...Object.fromEntries(answers),
  });
  return async (input, context) => {
    const { index } = (await decide({ input, context })) as { index: number };
    const target = targets[index];
    if (target === undefined) throw runtimeError("A choice rule has no next state.");
    return target;
  };
}

function answerName(index: number): string {
  return `${OTHERWISE}-${index}`;
}

const TYPE_TESTS: [operators: RegExp, test: string][] = [
  [/^String/, "IsString"],
  [/^Numeric/, "IsNumeric"],
  [/^Boolean/, "IsBoolean"],
  [/^Timestamp/, "IsTimestamp"],
];

/**
 * The same rule in words that the package gets right: it compares values of another type by JavaScript's rules, takes
 * every `Is…: false` as false, and `?` in StringMatches for any character.
 */
function strictRule(rule: ChoiceRule): ChoiceRule {
  if (rule.And) return { And: rule.And.map(strictRule) };
  if (rule.Or) return { Or: rule.Or.map(strictRule) };
  if (rule.Not) return { Not: strictRule(rule.Not) };
  const Variable = inRoot(rule.Variable ?? "$");
  const [operator, operand] =
    Object.entries(rule).find(([name]) => name !== "Variable" && name !== "Next" && name !== "Comment") ?? [];
  if (operator === undefined) return { Variable, IsPresent: true };
  if (operator.startsWith("Is")) {
    const test = { Variable, [operator]: true };
    return operand === false ? { Not: test } : test;
  }
  const comparison: ChoiceRule = { Variable, [operator]: strictOperand(operator, operand) };
  const typeTest = TYPE_TESTS.find(([operators]) => operators.test(operator))?.[1];
  return typeTest === undefined ? comparison : { And: [{ Variable, [typeTest]: true }, comparison] };
}

function strictOperand(operator: string, operand: unknown): unknown {
  if (typeof operand !== "string") return operand;
  if (operator.endsWith("Path")) return inRoot(operand);
  return operator === "StringMatches" ? operand.replaceAll("?", "\\?") : operand;
}
