import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { closeServer, listen } from "#local/listen.ts";
import { makeFolder } from "#local/s3/storage/durableFiles.ts";
import { ObjectStore } from "#local/s3/storage/objectStore.ts";
import { UploadStore } from "#local/s3/storage/uploadStore.ts";
import type { Credentials } from "#local/signature/authorization.ts";
import { newHttpServer } from "#shared/http/gateway/newHttpServer.ts";
import type { ObjectsCall } from "#shared/runtime/scope.ts";
import { callStore } from "./callStore.ts";
import { reportBug, type Service, serveRequest } from "./serveRequest.ts";
import { type Expiry, expireRegularly } from "./storage/expiry.ts";

export interface S3Options {
  /** Folder for objects: see `objectPath`. Created if it does not exist; only one endpoint at a time may use it. */
  directory: string;
  /** Any free port if 0 or absent. */
  port?: number;
  /** Created if they do not exist. */
  buckets: string[];
  /** The only key pair with which requests may be signed. */
  credentials: Credentials;
  /** Objects that are removed some time after they are written, as with a bucket lifecycle rule; none if absent. */
  expiry?: Expiry;
}

export interface RunningS3 {
  url: string;
  port: number;
  /** Handles requests from this process, which need no signature. */
  call: ObjectsCall;
  /** Closes open connections; afterward, nothing writes to the directory. */
  close(): Promise<void>;
}

/**
 * Serves, from plain files, the subset of the S3 API that the platform uses, with path-style addressing (`forcePathStyle:
 * true`). Rejects if the port is in use or the directory is not writable.
 */
export async function startS3(options: S3Options): Promise<RunningS3> {
  const store = new ObjectStore(resolve(options.directory));
  await makeFolder(store.directory);
  await store.prepare();
  for (const bucket of options.buckets) await store.createBucket(bucket);
  const service: Service = { store, uploads: new UploadStore(store), credentials: options.credentials };
  const running = new Set<Promise<unknown>>();
  const server = createS3Server(service, running);
  const answer = callStore(service);
  const call: ObjectsCall = (request) => untilSettled(running, answer(request));
  const stopExpiry = options.expiry ? expireRegularly(store, options.buckets, options.expiry) : undefined;
  const port = await listen(server, options.port ?? 0, "objects");
  const close = async () => {
    await closeServer(server, { graceMs: 0 });
    await Promise.all([Promise.allSettled(running), stopExpiry?.()]);
  };
  return { url: `http://127.0.0.1:${port}`, port, call, close };
}

function createS3Server(service: Service, running: Set<Promise<unknown>>): Server {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, awaitsContinue: boolean) => {
    const work = serveRequest(service, incoming, outgoing, awaitsContinue).catch((error: unknown) => {
      reportBug(error);
      outgoing.destroy();
    });
    void untilSettled(running, work);
  };
  // An upload may take longer than Node's default request timeout.
  return newHttpServer(answer, { requestTimeout: 0 });
}

/** Tracks work in a set until it settles. */
function untilSettled<Result>(running: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  running.add(work);
  return work.finally(() => running.delete(work));
}
