import * as v from "valibot";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { commitGathered } from "./commitTogether.ts";

/** Message of a queue; it is delivered again if its receiver dies or does not report it. */
export interface QueueMessage {
  messageId: string;
  body: string;
  attributes: { ApproximateReceiveCount: string };
}

/** Content of a message: the input of a step that commits, and the token of the task that waits for its result. */
const Content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ token: v.string(), input: v.looseObject({ workspace_id: v.string() }) }),
);
type Content = v.InferOutput<typeof Content>;

interface Received extends Content {
  id: string;
}

type Commit = (input: Content["input"]) => Promise<unknown>;

/** Reports a result or an error to the task that waits for it. */
export type Report = (
  scope: WorkspaceScope,
  token: string,
  ended: PromiseSettledResult<unknown>,
) => Promise<void>;

/**
 * Commits the loads of messages and reports each result. The commits of a workspace share transactions, and an error concerns
 * only its message. Returns the ids of the messages without a report; they must be delivered again, which is harmless.
 */
export async function commitMessages(
  messages: readonly QueueMessage[],
  scopeOf: (workspaceId: string) => WorkspaceScope,
  commit: Commit,
  report: Report,
): Promise<string[]> {
  // The receiver of a repeated message may have died because of it: one at a time, so that the others are reported first.
  const atOnce = messages.some(({ attributes }) => Number(attributes.ApproximateReceiveCount) > 1)
    ? 1
    : messages.length;
  const unreported: string[] = [];
  const commitAll = async (workspaceId: string, received: readonly Received[]): Promise<void> => {
    const scope = scopeOf(workspaceId);
    for (let start = 0; start < received.length; start += atOnce) {
      const gathered = received.slice(start, start + atOnce);
      const work = gathered.map(
        ({ input }) =>
          () =>
            commit(input),
      );
      const ended = await commitGathered(scope, work);
      await Promise.all(
        gathered.map(({ id, token }, index) =>
          report(scope, token, ended[index] as PromiseSettledResult<unknown>).catch((error: Error) => {
            log().error("the result of a commit could not be reported", error);
            unreported.push(id);
          }),
        ),
      );
    }
  };
  const received = Map.groupBy(messages.flatMap(contentOf), ({ input }) => input.workspace_id);
  await Promise.all([...received].map(([workspaceId, ofWorkspace]) => commitAll(workspaceId, ofWorkspace)));
  return unreported;
}

/** Returns the content of a message. One that cannot be read is dropped: no task that could be informed is known. */
function contentOf({ messageId: id, body }: QueueMessage): Received[] {
  const { success, output } = v.safeParse(Content, body);
  if (success) return [{ id, ...output }];
  log().error("a message of the queue of commits cannot be read", { message_id: id });
  return [];
}
