import type { ChoiceRule, Definition, State, StateGroup } from "./definition.ts";
import { pathProblem, resultPathProblem, selectorProblems } from "./paths.ts";

const LAMBDA_FUNCTION =
  /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9-_]+(?::[A-Za-z0-9-_$]+)?$/;
const GROUP_FIELDS = ["Comment", "QueryLanguage", "StartAt", "States"];
const MACHINE_FIELDS = [...GROUP_FIELDS, "TimeoutSeconds"];
const PROCESSOR_FIELDS = [...GROUP_FIELDS, "ProcessorConfig"];
const WORK_FIELDS = ["ResultPath", "Retry", "Catch", "Next", "End"];
const STATE_FIELDS: Record<State["Type"], readonly string[]> = {
  Task: ["Resource", "TimeoutSeconds", ...WORK_FIELDS],
  Map: ["ItemsPath", "ItemSelector", "ItemProcessor", "MaxConcurrency", ...WORK_FIELDS],
  Choice: ["Choices", "Default"],
  Wait: ["TimestampPath", "Next", "End"],
  Succeed: [],
  Fail: ["Error", "Cause"],
};
const RULE_FIELDS = ["Comment", "Variable", "StringEquals", "BooleanEquals", "Next"];
const RETRIER_FIELDS = [
  "Comment",
  "ErrorEquals",
  "IntervalSeconds",
  "MaxAttempts",
  "BackoffRate",
  "MaxDelaySeconds",
  "JitterStrategy",
];
const CATCHER_FIELDS = ["Comment", "ErrorEquals", "ResultPath", "Next"];

/** Lists every problem, one per line. */
export class InvalidDefinitionError extends Error {
  override readonly name = "InvalidDefinitionError";
}

/**
 * Returns a supported definition; throws an InvalidDefinitionError for any other. Fields that would be ignored are rejected
 * because a machine may rely on them. `followsLanguage` skips the check against the language schemas, which takes a few
 * hundred milliseconds and always gives the same result.
 */
export async function checkDefinition(definition: unknown, followsLanguage = false): Promise<Definition> {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) {
    throw new InvalidDefinitionError("A state machine's definition must be a JSON object.");
  }
  const problems = followsLanguage ? [] : await languageProblems(definition);
  if (problems.length === 0) problems.push(...groupProblems(definition as Definition, MACHINE_FIELDS));
  if (problems.length > 0) throw new InvalidDefinitionError(problems.join("\n"));
  return definition as Definition;
}

async function languageProblems(definition: object): Promise<string[]> {
  // Loaded on demand, because it includes a schema compiler.
  const { default: aslValidator } = await import("asl-validator");
  try {
    // A copy, because the validator adds QueryLanguage to it.
    const { isValid, errorsText } = aslValidator(structuredClone(definition));
    return isValid ? [] : [errorsText("\n")];
  } catch (error) {
    return [`The definition cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function* groupProblems(group: StateGroup, fields: readonly string[]): Generator<string> {
  yield* fieldProblems(group, fields);
  if (!Object.hasOwn(group.States, group.StartAt)) yield `StartAt: there is no state "${group.StartAt}".`;
  for (const [name, state] of Object.entries(group.States)) {
    for (const problem of stateProblems(state)) yield `State "${name}": ${problem}`;
    if (state.ItemProcessor) yield* groupProblems(state.ItemProcessor, PROCESSOR_FIELDS);
  }
}

function* stateProblems(state: State): Generator<string> {
  if (!Object.hasOwn(STATE_FIELDS, state.Type)) return yield `the type ${state.Type} is not supported.`;
  yield* fieldProblems(state, ["Type", "Comment", "QueryLanguage", ...STATE_FIELDS[state.Type]]);
  for (const rule of state.Choices ?? []) yield* ruleProblems(rule);
  for (const retrier of state.Retry ?? []) yield* fieldProblems(retrier, RETRIER_FIELDS);
  for (const catcher of state.Catch ?? []) yield* fieldProblems(catcher, CATCHER_FIELDS);
  if (state.Type === "Task" && !LAMBDA_FUNCTION.test(state.Resource ?? "")) {
    yield `Resource must be a Lambda function's ARN, not ${JSON.stringify(state.Resource)}.`;
  }
  if (!Number.isInteger(state.MaxConcurrency ?? 0)) yield "MaxConcurrency must be an integer.";
  if (state.Type === "Wait" && state.TimestampPath === undefined) yield "a Wait needs a TimestampPath.";
  const { ProcessorConfig } = (state.ItemProcessor ?? {}) as { ProcessorConfig?: { Mode?: string } };
  if ((ProcessorConfig?.Mode ?? "INLINE") !== "INLINE") yield "a Map runs INLINE only.";
  yield* pathProblems(state);
}

function* ruleProblems(rule: ChoiceRule): Generator<string> {
  yield* fieldProblems(rule, RULE_FIELDS);
  if ("StringEquals" in rule === "BooleanEquals" in rule)
    yield "a rule must have StringEquals or BooleanEquals.";
}

function* pathProblems(state: State): Generator<string> {
  const { ItemsPath = "$", TimestampPath = "$", Choices = [], Catch = [] } = state;
  // A rule without a variable has already been rejected by fieldProblems.
  const variables = Choices.map(({ Variable = "$" }) => Variable);
  const read = [ItemsPath, TimestampPath, ...variables].map(pathProblem);
  const placed = [state.ResultPath, ...Catch.map(({ ResultPath }) => ResultPath)].map(resultPathProblem);
  for (const problem of [...read, ...placed]) if (problem !== undefined) yield problem;
  yield* selectorProblems(state.ItemSelector ?? null);
}

function* fieldProblems(part: object, supported: readonly string[]): Generator<string> {
  for (const [field, value] of Object.entries(part)) {
    if (!supported.includes(field)) yield `${field} is not supported.`;
    if (field === "QueryLanguage" && value !== "JSONPath") yield "QueryLanguage: only JSONPath is supported.";
  }
}
