import { readFileSync } from "node:fs";

const FOLDER = new URL("../../statemachines/", import.meta.url);

interface StateGroup {
  States: Record<string, { Type: string; Retry?: object[]; ItemProcessor?: StateGroup }>;
}

const BACKOFF = { IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 300, JitterStrategy: "FULL" };

/** Retries of every step while Lambda has no capacity, or fails without a reason. */
const RETRIES_OF_STEPS = [
  {
    ErrorEquals: [
      "Lambda.TooManyRequestsException",
      "Lambda.ServiceException",
      "Lambda.AWSLambdaException",
      "Lambda.SdkClientException",
    ],
    MaxAttempts: 100,
    ...BACKOFF,
  },
  { ErrorEquals: ["Lambda.Unknown"], MaxAttempts: 20, ...BACKOFF },
];

/**
 * Returns the text of a state machine in `statemachines/`, with placeholders `${name}` for functions. The retries that all
 * steps share precede those in the file.
 */
export function readStateMachine(file: string): string {
  const machine = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as StateGroup;
  addRetries(machine);
  return JSON.stringify(machine, null, 2);
}

function addRetries({ States }: StateGroup): void {
  for (const state of Object.values(States)) {
    if (state.Type === "Task") state.Retry = [...RETRIES_OF_STEPS, ...(state.Retry ?? [])];
    if (state.ItemProcessor) addRetries(state.ItemProcessor);
    if (state.Type === "Parallel" || (state.Type === "Map" && !state.ItemProcessor))
      throw new Error(`The states inside a ${state.Type} state would have no retries`);
  }
}
