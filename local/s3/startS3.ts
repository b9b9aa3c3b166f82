import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { closeServer, listen } from "#local/listen.ts";
import { makeFolder } from "#local/s3/storage/durableFiles.ts";
import { ObjectStore } from "#local/s3/storage/objectStore.ts";
import { UploadStore } from "#local/s3/storage/uploadStore.ts";
import type { Credentials } from "#local/signature/authorization.ts";
import { newHttpServer } from "#shared/gateway/newHttpServer.ts";
import type { ObjectsCall } from "#shared/runtime/scope.ts";
import { callStore } from "./callStore.ts";
import { reportBug, type Service, serveRequest } from "./serveRequest.ts";
import { type Expiry, expireRegularly } from "./storage/expiry.ts";

export interface S3Options {
  /** Folder of objects: see `objectPath`. Created if it does not exist; only one endpoint at a time may use it. */
  directory: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Created if they do not exist. */
  buckets: string[];
  /** The one key pair whose signatures are accepted. */
  credentials: Credentials;
  /** Objects that are removed some time after they were written, like a bucket's lifecycle rule; none if absent. */
  expiry?: Expiry;
}

export interface RunningS3 {
  url: string;
  port: number;
  /** Answers requests of this process, which need no signature. */
  call: ObjectsCall;
  /** Closes open connections; afterwards nothing writes to the directory. */
  close(): Promise<void>;
}

/**
 * Serves the part of the S3 API that the platform uses, with path-style addresses (`forcePathStyle: true`), from plain
 * files. Rejects if the port is taken or the directory cannot be written.
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
  // An upload may take longer than Node's standard limit for a request.
  return newHttpServer(answer, { requestTimeout: 0 });
}

/** Keeps work in a set until it has settled. */
function untilSettled<Result>(running: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  running.add(work);
  return work.finally(() => running.delete(work));
}
