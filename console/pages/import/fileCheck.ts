import { signal } from "@preact/signals";
import { startPageWorker } from "../../parts/pageWorker.ts";
import type { CheckedRows, CheckMessage, CheckRequest } from "../../worker/checkMessages.ts";

/** Status of the check of a whole file. `unchecked` means that only the service can check it. */
export type FileCheck =
  | { state: "running"; share: number }
  | ({ state: "checked" } & CheckedRows)
  | { state: "unchecked" };

/** Check of the file to import; null if there is none. */
export const fileCheck = signal<FileCheck | null>(null);

interface UnderWay {
  done: Promise<FileCheck>;
  end: (check: FileCheck) => void;
}

/** Delay, in milliseconds, before a check starts, so that not every keystroke starts one. */
const DELAY_MS = 300;
const UNCHECKED = { state: "unchecked" } as const;
let current: UnderWay | null = null;

/** Checks every cell of a file in a worker, which replaces the previous check. */
export function startCheck(request: CheckRequest): void {
  endCheck();
  fileCheck.value = { state: "running", share: 0 };
  const { promise, resolve } = Promise.withResolvers<FileCheck>();
  let worker: Worker | undefined;
  const started: UnderWay = {
    done: promise,
    end: (check) => {
      clearTimeout(timer);
      worker?.terminate();
      resolve(check);
      if (current === started) fileCheck.value = check;
    },
  };
  const timer = setTimeout(() => {
    worker = startWorker(request, (message) => {
      // Messages from a canceled check may still arrive.
      if (current !== started) return;
      if (message.type === "progress") fileCheck.value = { state: "running", share: message.share };
      else if (message.type === "checked" && message.checked)
        started.end({ state: "checked", ...message.checked });
      // The service checks what could not be checked here.
      else started.end(UNCHECKED);
    });
  }, DELAY_MS);
  current = started;
}

/** Cancels the running check and discards its result. */
export function endCheck(): void {
  const ended = current;
  current = null;
  ended?.end(UNCHECKED);
  fileCheck.value = null;
}

/** Waits for the running check and returns its result; null if there is none. */
export async function endOfCheck(): Promise<FileCheck | null> {
  return (await current?.done) ?? null;
}

/** Starts a worker for one request. It always sends a final message, even if it fails. */
function startWorker(request: CheckRequest, onMessage: (message: CheckMessage) => void): Worker {
  const worker = startPageWorker("check-worker");
  worker.addEventListener("message", ({ data }: MessageEvent<CheckMessage>) => {
    onMessage(data);
    if (data.type === "failed") reportError(new Error(`The check of the file failed: ${data.message}`));
  });
  worker.addEventListener("error", ({ message }) => onMessage({ type: "failed", message }));
  worker.postMessage(request);
  return worker;
}
