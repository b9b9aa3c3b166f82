import { closeServer, listen } from "#local/listen.ts";
import { newHttpServer } from "#shared/http/gateway/newHttpServer.ts";
import type { Credentials } from "../signature/authorization.ts";
import { ExecutionStore } from "./executionStore.ts";
import { Journal } from "./journal.ts";
import { Machines } from "./machines.ts";
import type { Invoke } from "./scope.ts";
import { serveAction } from "./serveAction.ts";

export interface StatesOptions {
  /** Any free port if 0 or absent. */
  port?: number;
  /** The only key pair with which requests may be signed. */
  credentials: Credentials;
  /** Journal folder. Created if it does not exist; only one endpoint at a time may use it. */
  directory: string;
  /** Initial state machines. Running executions continue with the definition that they were started with. */
  machines: readonly { arn: string; definition: object }[];
  /** True if these are known to conform to the language; checking them takes about a second. */
  followsLanguage?: boolean;
  /** Runs a Lambda function. It may be called before `startStates` resolves, and twice for the same work after a crash. */
  invoke: Invoke;
}

export interface RunningStates {
  url: string;
  port: number;
  /** Aborts running work and flushes the journal. The next start resumes the running executions. */
  close(): Promise<void>;
}

/**
 * Serves state machines as AWS Step Functions does. Rejects if a definition is invalid, the port is in use, or the directory
 * is not writable.
 */
export async function startStates(options: StatesOptions): Promise<RunningStates> {
  const journal = await Journal.open(options.directory);
  const machines = new Machines(journal);
  const executions = new ExecutionStore(journal, machines, options.invoke);
  const server = newHttpServer((request, response) => {
    serveAction({ machines, executions }, options.credentials, request, response).catch(() =>
      response.destroy(),
    );
  });
  const close = async (): Promise<void> => {
    if (server.listening) await closeServer(server, { graceMs: 0 });
    await executions.close();
    await journal.close();
  };
  try {
    await machines.load(options.machines, options.followsLanguage);
    // Done first, so that no request finds a running execution that has not been resumed.
    executions.resume();
    const port = await listen(server, options.port ?? 0, "state machines");
    return { url: `http://127.0.0.1:${port}`, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}
