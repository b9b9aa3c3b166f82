import { flushCompileCache } from "node:module";
import { Socket } from "node:net";

import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { purgeDatabase } from "../database/purgeDatabase.ts";
import { outliveFullDisk } from "../outliveFullDisk.ts";
import { FrameReader, FrameType, writeFrame } from "./answerFrames.ts";
import { collectGarbage } from "./collectGarbage.ts";
import { DatabaseMessages, decodeReply, encodeRequest } from "./databaseMessages.ts";
import { jobByName, stepByName } from "./jobsByName.ts";
import { errorMessage, WORKER_ARGUMENT, type WorkerCommand, type WorkRequest } from "./workerMessages.ts";

/**
 * Process that works on tenant input, one piece at a time: commands arrive on a socket, and responses are frames on a pipe. It
 * always exits with the platform.
 */
const CONTROL_DESCRIPTOR = 3;
const PIPE_DESCRIPTOR = 4;

/** Total buffer size above which unused buffers are collected, in bytes. */
const MAX_BUFFER_BYTES = 64 << 20;

/** Variables with the credentials of the process. */
const CREDENTIALS = /^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)$/;

/** Interval between collections while a job is running, in milliseconds. */
const COLLECT_INTERVAL_MS = 100;

const control = new Socket({ fd: CONTROL_DESCRIPTOR, readable: true, writable: true });
const pipe = new Socket({ fd: PIPE_DESCRIPTOR, readable: false, writable: true });
const scratchDirectory = process.argv[2] ?? "";
const isWarmedUp = process.argv.includes(WORKER_ARGUMENT.warm);
const database = new DatabaseMessages(
  (request) => void writeFrame(control, FrameType.DATABASE, encodeRequest(request)),
);
let current: { id: number; controller: AbortController } | undefined;
let known: { text: string; settings: Settings } | undefined;

// The pipe closes only when the platform has exited.
pipe.once("error", exit);
control.once("error", exit);

outliveFullDisk();
if (isWarmedUp) await warmUp();
await writeFrame(control, FrameType.READY);
// Commands come from the platform, which is trusted.
await obey(new FrameReader(control, Number.POSITIVE_INFINITY));
exit();

/** Carries out the platform's commands until it exits. */
async function obey(frames: FrameReader): Promise<void> {
  for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
    if (frame.type === FrameType.DATABASE) database.settle(decodeReply(frame.payload));
    else obeyCommand(JSON.parse(frame.payload.toString()) as WorkerCommand);
  }
}

function obeyCommand(command: WorkerCommand): void {
  if (command.type !== "cancel") void work(command);
  else if (current?.id === command.id) current.controller.abort(new Error("The work was cancelled"));
}

function exit(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Loads the query code before a tenant's first query, and opens an engine for its first file. */
async function warmUp(): Promise<void> {
  const job = await jobByName("warmUp");
  await job.run(undefined as never, { directory: scratchDirectory } as never, new AbortController().signal);
  await jobByName("queryData");
  const { keepSharedEngine } = await import("@pdp/formats/ingest");
  keepSharedEngine(scratchDirectory);
}

async function work(request: WorkRequest): Promise<void> {
  const controller = new AbortController();
  current = { id: request.id, controller };
  // A job that writes its result to the object store leaves unused buffers, even though it sends nothing through the pipe.
  const collecting = setInterval(collectBuffers, COLLECT_INTERVAL_MS);
  try {
    const output = await perform(request, controller.signal);
    if (isStream(output)) await sendStream(output);
    else await send(FrameType.OUTPUT, output ?? null);
  } catch (error) {
    await send(FrameType.ERROR, errorMessage(error));
  } finally {
    clearInterval(collecting);
    current = undefined;
    // Stored explicitly because the process is terminated by a signal. With this compiled code, the next process starts faster.
    flushCompileCache();
  }
}

async function perform(request: WorkRequest, signal: AbortSignal): Promise<unknown> {
  const settings = settingsOf(request.environment);
  if (request.type === "step") {
    return (await stepByName(request.name)).run(request.payload, settings, signal);
  }
  const job = await jobByName(request.name);
  return job.run({ settings, ...request.workspace }, request.input as never, signal, { setWriting });
}

/** Notifies the platform whether the job is currently writing its result, which does not count as computing time. */
function setWriting(isWriting: boolean): void {
  void writeFrame(pipe, isWriting ? FrameType.WRITING : FrameType.COMPUTING);
}

/**
 * Returns settings that include a folder for this process only, which is removed after the process has exited. Clients of the
 * object store find the credentials in the process's environment.
 */
function settingsOf(environment: Environment): Settings {
  const text = JSON.stringify(environment);
  if (known?.text !== text) {
    const credentials = Object.entries(environment).filter(([name]) => CREDENTIALS.test(name));
    Object.assign(process.env, Object.fromEntries(credentials));
    const settings = settingsFrom({ ...environment, SCRATCH_DIRECTORY: scratchDirectory });
    const purge = purgeDatabase(database.call);
    known = { text, settings: { ...settings, callDatabase: database.call, purgeDatabase: purge } };
  }
  return known.settings;
}

function isStream(output: unknown): output is AsyncIterable<Uint8Array> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

/** Sends the parts of a result; the next part is computed while the current one is being sent. */
async function sendStream(parts: AsyncIterable<Uint8Array>): Promise<void> {
  await writeFrame(pipe, FrameType.STREAM);
  let writing: Promise<void> = Promise.resolve();
  for await (const part of parts) {
    await writing;
    writing = writeFrame(pipe, FrameType.DATA, part);
    collectBuffers();
  }
  await writing;
  await writeFrame(pipe, FrameType.END);
}

/** Collects unused buffers if there are many: for long strings, DuckDB's chunks use the same amount of memory again. */
function collectBuffers(): void {
  if (process.memoryUsage().arrayBuffers > MAX_BUFFER_BYTES) collectGarbage({ type: "major" });
}

function send(type: FrameType, content: unknown): Promise<void> {
  return writeFrame(pipe, type, Buffer.from(JSON.stringify(content)));
}
