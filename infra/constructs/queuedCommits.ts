/** Resource of the states that commit; with a queue, its receiver does their work. */
const COMMITTING = `\${commitLoad}`;

/**
 * Time within which the receiver must report, in seconds: more than all deliveries of a message take. Afterward, the state
 * machine sends another message. A missed heartbeat, unlike a timeout, does not count as a file that takes too long.
 */
const HEARTBEAT_SECONDS = 1_200;

/** Name of the queue's URL in a definition. */
export const QUEUE_URL = "commitQueueUrl";

interface Definition {
  States: Record<string, { Resource?: string }>;
}

/**
 * Returns a state machine's definition in which the states that commit send a message to a queue and wait for the result,
 * with their own retriers and catchers. The local platform calls the steps instead.
 */
export function withQueuedCommits(text: string): string {
  const definition = JSON.parse(text) as Definition;
  for (const [name, state] of Object.entries(definition.States)) {
    if (state.Resource !== COMMITTING) continue;
    definition.States[name] = {
      ...state,
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      HeartbeatSeconds: HEARTBEAT_SECONDS,
      Parameters: {
        QueueUrl: `\${${QUEUE_URL}}`,
        "MessageGroupId.$": "$.workspace_id",
        MessageBody: { "token.$": "$$.Task.Token", "input.$": "$" },
      },
    } as Definition["States"][string];
  }
  return JSON.stringify(definition);
}
