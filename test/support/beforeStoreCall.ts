import { objectStore } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";

/** Store call: its command, and its input as text. */
interface StoreCall {
  command: string;
  input: string;
}

interface Client {
  middlewareStack: {
    add: (
      middleware: (
        next: (args: { input: unknown }) => Promise<object>,
        context: { commandName?: string },
      ) => (args: { input: unknown }) => Promise<object>,
      options: { step: "initialize"; name: string },
    ) => void;
  };
}

/**
 * Runs `work` once, before the first store call in a workspace for which `isMet` returns true. Returns a function that returns
 * whether `work` has run.
 */
export function beforeStoreCall(
  scope: WorkspaceScope,
  isMet: (call: StoreCall) => boolean,
  work: () => Promise<unknown>,
): () => boolean {
  let isDone = false;
  for (const { client } of [objectStore(scope), workspaceDatabase(scope)]) {
    (client as unknown as Client).middlewareStack.add(
      (next, { commandName = "" }) =>
        async (args) => {
          const input = (): string =>
            JSON.stringify(args.input, (name, value) => (name === "Body" ? "" : value));
          if (!isDone && isMet({ command: commandName, input: input() })) {
            isDone = true;
            await work();
          }
          return next(args);
        },
      { step: "initialize", name: `beforeStoreCall${names++}` },
    );
  }
  return () => isDone;
}

let names = 0;
