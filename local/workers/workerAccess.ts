import type { Environment } from "#shared/runtime/environment.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";
import type { DatabaseCall, WorkKind } from "#shared/runtime/scope.ts";
import { LOCAL } from "../localEnvironment.ts";
import type { Credentials } from "../signature/authorization.ts";
import { newSession } from "../signature/objectSession.ts";
import { workspaceDatabaseCall } from "./workspaceDatabaseCall.ts";

/** Lifetime of the credentials of a process, in milliseconds. They are replaced once less than `RENEW_MS` remains. */
const SESSION_MS = 24 * 3_600_000;
const RENEW_MS = 12 * 3_600_000;

/** Access of a worker process to the records and objects of its workspace, and to nothing else. */
export interface WorkerAccess {
  callDatabase: DatabaseCall;
  /** Returns the environment variables with its credentials for the object store. */
  credentials: () => Environment;
}

/** Returns the access of a process that works for a workspace. The process never sees the platform's credentials. */
export function workerAccess(
  platform: { callDatabase: DatabaseCall; credentials: Credentials },
  workspaceId: string,
  region: Region,
  kind: WorkKind,
): WorkerAccess {
  const open = () =>
    newSession(platform.credentials, {
      workspace: workspaceId,
      access: "WRITE_OBJECTS",
      expires: Date.now() + SESSION_MS,
    });
  let session = open();
  return {
    callDatabase: workspaceDatabaseCall(
      platform.callDatabase,
      workspaceId,
      LOCAL.tableOf(region),
      // Erasures are the only work that purges, and run among the maintenance.
      kind === "maintain",
    ),
    credentials: () => {
      if (session.expires - Date.now() < RENEW_MS) session = open();
      return {
        AWS_ACCESS_KEY_ID: session.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: session.credentials.secretAccessKey,
        AWS_SESSION_TOKEN: session.token,
      };
    },
  };
}
