import type { Json, State } from "./definition.ts";
import { chooser } from "./evaluate.ts";
import { compileExpression, compileTemplate, type Template } from "./payloadTemplate.ts";

/** The paths and templates of a state, ready to be evaluated. A field that is absent is undefined. */
export interface StatePlan {
  inputPath: Template;
  outputPath: Template;
  parameters: Template | undefined;
  resultSelector: Template | undefined;
  itemsPath: Template | undefined;
  itemSelector: Template | undefined;
  maxConcurrency: Template | undefined;
  timeoutSeconds: Template | undefined;
  seconds: Template | undefined;
  timestamp: Template | undefined;
  error: Template | undefined;
  cause: Template | undefined;
  choose: (input: Json, context: Json) => Promise<string>;
}

const plans = new WeakMap<State, StatePlan>();

/** Throws a SyntaxError for a template or path that cannot be read. */
export function planOf(state: State): StatePlan {
  const known = plans.get(state);
  if (known) return known;
  const plan = makePlan(state);
  plans.set(state, plan);
  return plan;
}

function makePlan(state: State): StatePlan {
  const isMap = state.Type === "Map";
  const itemSelector = state.ItemSelector ?? (isMap ? state.Parameters : undefined);
  return {
    inputPath: pathOrAll(state.InputPath),
    outputPath: pathOrAll(state.OutputPath),
    parameters: isMap ? undefined : template(state.Parameters),
    resultSelector: template(state.ResultSelector),
    itemsPath: expression(state.ItemsPath),
    itemSelector: template(itemSelector),
    maxConcurrency: expression(state.MaxConcurrencyPath) ?? template(state.MaxConcurrency),
    timeoutSeconds: expression(state.TimeoutSecondsPath) ?? template(state.TimeoutSeconds),
    seconds: expression(state.SecondsPath) ?? template(state.Seconds),
    timestamp: expression(state.TimestampPath) ?? template(state.Timestamp),
    error: expression(state.ErrorPath) ?? template(state.Error),
    cause: expression(state.CausePath) ?? template(state.Cause),
    choose: chooser(state),
  };
}

function template(value: Json | undefined): Template | undefined {
  return value === undefined ? undefined : compileTemplate(value);
}

function expression(value: string | undefined): Template | undefined {
  return value === undefined ? undefined : compileExpression(value);
}

function pathOrAll(path: string | null | undefined): Template {
  if (path === undefined || path === "$") return async (input) => input;
  if (path === null) return async () => ({});
  return compileExpression(path);
}
