import type { Definition, State, StateGroup } from "./definition.ts";
import { LAMBDA_INVOKE } from "./runTask.ts";
import { planOf } from "./statePlan.ts";

const LAMBDA_FUNCTION =
  /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9-_]+(?::[A-Za-z0-9-_$]+)?$/;
/** Fields of the language that would be ignored here: a machine that relies on one must not seem to work. */
const UNSUPPORTED_FIELDS = [
  "Assign",
  "Credentials",
  "HeartbeatSeconds",
  "HeartbeatSecondsPath",
  "ItemBatcher",
  "ItemReader",
  "ResultWriter",
  "ToleratedFailureCount",
  "ToleratedFailureCountPath",
  "ToleratedFailurePercentage",
  "ToleratedFailurePercentagePath",
];

/** Thrown with every problem found, a line each. */
export class InvalidDefinitionError extends Error {
  override readonly name = "InvalidDefinitionError";
}

/**
 * Throws an InvalidDefinitionError unless the definition can be run. `followsLanguage` leaves out the check against the
 * language's schemas, which takes some hundred milliseconds and gives the same answer each time.
 */
export async function checkDefinition(definition: unknown, followsLanguage = false): Promise<void> {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) {
    throw new InvalidDefinitionError("A state machine's definition must be a JSON object.");
  }
  const problems = followsLanguage ? [] : await languageProblems(definition);
  if (problems.length === 0) problems.push(...groupProblems(definition as Definition));
  if (problems.length > 0) throw new InvalidDefinitionError(problems.join("\n"));
}

async function languageProblems(definition: object): Promise<string[]> {
  // Loaded only where it is needed: it brings a compiler of schemas with it.
  const { default: aslValidator } = await import("asl-validator");
  try {
    // A copy, because the validator writes QueryLanguage into it.
    const { isValid, errorsText } = aslValidator(structuredClone(definition));
    return isValid ? [] : [errorsText("\n")];
  } catch (error) {
    return [`The definition cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function* groupProblems(group: StateGroup & { QueryLanguage?: string }): Generator<string> {
  if (group.QueryLanguage === "JSONata") yield "QueryLanguage: only JSONPath is supported.";
  if (!Object.hasOwn(group.States, group.StartAt)) yield `StartAt: there is no state "${group.StartAt}".`;
  for (const [name, state] of Object.entries(group.States)) {
    for (const problem of stateProblems(state)) yield `State "${name}": ${problem}`;
    for (const inner of [...(state.Branches ?? []), state.ItemProcessor, state.Iterator]) {
      if (inner) yield* groupProblems(inner);
    }
  }
}

function* stateProblems(state: State & { QueryLanguage?: string }): Generator<string> {
  if (state.QueryLanguage === "JSONata") yield "only JSONPath is supported.";
  for (const field of UNSUPPORTED_FIELDS) if (field in state) yield `${field} is not supported.`;
  if (state.Type === "Task" && !isLambda(state.Resource)) {
    yield `Resource must be a Lambda function's ARN or ${LAMBDA_INVOKE}, not ${JSON.stringify(state.Resource)}.`;
  }
  const { ProcessorConfig } = (state.ItemProcessor ?? {}) as { ProcessorConfig?: { Mode?: string } };
  if (ProcessorConfig?.Mode === "DISTRIBUTED") yield "a Map runs INLINE only.";
  try {
    planOf(state);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield error.message;
  }
}

function isLambda(resource: unknown): boolean {
  return typeof resource === "string" && (resource === LAMBDA_INVOKE || LAMBDA_FUNCTION.test(resource));
}
