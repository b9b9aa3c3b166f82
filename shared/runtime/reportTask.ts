import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import { statesClient } from "./executions.ts";
import { log } from "./log.ts";
import type { WorkspaceScope } from "./scope.ts";

/** Maximum lengths of an error's name and cause, in characters. */
const MAX_NAME = 256;
const MAX_CAUSE = 32_768;

/**
 * Reports a result to the state machine that waits for it with a token. An error keeps its name, by which
 * the state machine chooses what to do, and its message. Does nothing if the state machine no longer waits.
 */
export async function reportTask(
  { settings, region }: WorkspaceScope,
  taskToken: string,
  ended: PromiseSettledResult<unknown>,
): Promise<void> {
  const client = statesClient(settings, settings.regions[region].awsRegion);
  try {
    if (ended.status === "fulfilled") {
      await client.send(
        new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(ended.value ?? null) }),
      );
      return;
    }
    const error = ended.reason instanceof Error ? ended.reason : new Error(String(ended.reason));
    log().warn("a queued commit failed; its state machine will retry it", error);
    await client.send(
      new SendTaskFailureCommand({
        taskToken,
        error: error.name.slice(0, MAX_NAME),
        cause: error.message.slice(0, MAX_CAUSE),
      }),
    );
  } catch (error) {
    const isOver =
      error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
    if (!isOver) throw error;
  }
}
