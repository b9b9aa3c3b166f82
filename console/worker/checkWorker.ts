import type { CheckMessage, CheckRequest } from "./checkMessages.ts";
import { checkRows } from "./checkRows.ts";

/** Interval between two messages of progress, in milliseconds. */
const PROGRESS_MS = 100;

const post = (message: CheckMessage): void => self.postMessage(message);
let toldAt = 0;

/** Checks one file; the page ends this process afterwards. */
self.addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  checkRows(data, (share) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    post({ type: "progress", share });
  }).then(
    (checked) => post({ type: "checked", checked }),
    (error: Error) => post({ type: "failed", message: error.message }),
  );
});
