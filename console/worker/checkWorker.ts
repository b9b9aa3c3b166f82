import type { CheckMessage, CheckRequest } from "./checkMessages.ts";
import { checkRows } from "./checkRows.ts";

/** Interval between progress messages, in milliseconds. */
const PROGRESS_MS = 100;

const post = (message: CheckMessage): void => self.postMessage(message);
let toldAt = 0;

/** Checks one file; the page then terminates this worker. */
self.addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  const tell = (share: number): void => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    post({ type: "progress", share });
  };
  checkRows(data, tell).then(
    (checked) => post({ type: "checked", checked }),
    (error: Error) => post({ type: "failed", message: error.message }),
  );
});
