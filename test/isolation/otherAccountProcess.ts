import { constants } from "node:fs";
import { access, readFile, readlink } from "node:fs/promises";
import { request } from "node:http";
import { json } from "node:stream/consumers";

/** Attempts by another account. It receives everything that it could find out: paths, processes, addresses. */
export interface Attack {
  /** Files and folders to read and write. */
  paths?: string[];
  /** Processes to inspect and terminate. */
  processes?: number[];
  requests?: ForeignRequest[];
}

export interface ForeignRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Outcome {
  /** Results of the attempts on paths and processes, one line each. */
  done: string[];
  /** Responses to the requests, in order; status 0 if there was none. */
  answers: { status: number; body: string }[];
}

const MAX_BODY_CHARACTERS = 20_000;
const MAX_WAIT_MS = 5_000;
/** Kernel data about a process; other accounts may read only its command line. */
const SECRETS_OF_PROCESSES = ["environ", "mem", "maps", "io"];

const {
  account,
  paths = [],
  processes = [],
  requests = [],
} = (await json(process.stdin)) as Attack & {
  account: number;
};
process.setgroups?.([]);
process.setgid?.(account);
process.setuid?.(account);
if (process.getuid?.() !== account) throw new Error("This process has not become another account.");

const done: string[] = [];
for (const path of paths) {
  for (const [what, mode] of [
    ["reads", constants.R_OK],
    ["writes", constants.W_OK],
  ] as const) {
    await attempt(`${what} ${path}`, () => access(path, mode));
  }
}
for (const pid of processes) {
  for (const name of SECRETS_OF_PROCESSES)
    await attempt(`reads ${name} of ${pid}`, () => readFile(`/proc/${pid}/${name}`));
  await attempt(`follows a descriptor of ${pid}`, () => readlink(`/proc/${pid}/fd/0`));
  await attempt(`signals ${pid}`, async () => process.kill(pid, 0));
}
const answers: Outcome["answers"] = [];
for (const one of requests) answers.push(await send(one));
process.stdout.write(JSON.stringify({ done, answers } satisfies Outcome));

async function attempt(what: string, action: () => Promise<unknown>): Promise<void> {
  await action().then(
    () => done.push(what),
    () => undefined,
  );
}

function send({ method, url, headers = {}, body = "" }: ForeignRequest): Promise<Outcome["answers"][number]> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: "" });
    const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
    const call = request(
      url,
      { method, headers: { ...headers, ...length }, timeout: MAX_WAIT_MS },
      (answer) => {
        let read = "";
        answer.on("data", (chunk: Buffer) => {
          read = (read + chunk.toString()).slice(0, MAX_BODY_CHARACTERS);
        });
        answer
          .once("error", failed)
          .once("end", () => resolve({ status: answer.statusCode ?? 0, body: read }));
      },
    );
    call.once("timeout", () => call.destroy()).once("error", failed);
    call.end(body);
  });
}
