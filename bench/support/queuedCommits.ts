import { randomUUID } from "node:crypto";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { commitMessages } from "#shared/history/commitMessages.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedLoad } from "./historyLab.ts";
import type { SimulatedAws } from "./simulatedAws.ts";
import { SimulatedQueue } from "./simulatedQueue.ts";

/** Commits a load whose ingestion is stored. */
export type CommitLoad = (load: IngestedLoad, scope: WorkspaceScope) => Promise<unknown>;

/** Sends each commit to a queue with one receiver, and waits until its result is reported. */
export function fromQueue(aws: SimulatedAws, receiver: WorkspaceScope): CommitLoad {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const queue = new SimulatedQueue({
    pause: (command) => aws.pause(command),
    visibilityMs: 180_000,
    maxReceives: 5,
    receive: (batch) =>
      commitMessages(
        batch,
        () => receiver,
        (input) => commitLoad.run(input, receiver.settings),
        async (_, token, ended) => {
          await aws.pause("SendTaskSuccessCommand");
          if (ended.status === "fulfilled") waiting.get(token)?.resolve(ended.value);
          else waiting.get(token)?.reject(ended.reason);
        },
      ),
  });
  return async ({ id, attempt }) => {
    const token = randomUUID();
    const reported = Promise.withResolvers<unknown>();
    waiting.set(token, reported);
    const input = { workspace_id: receiver.id, load_id: id, attempt };
    await queue.send(receiver.id, JSON.stringify({ token, input }));
    await reported.promise;
  };
}
