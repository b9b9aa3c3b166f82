import { readWells } from "@pdp/formats/layouts";
import type { CheckMessage, CheckRequest, WellsRequest } from "./checkMessages.ts";
import { checkRows } from "./checkRows.ts";

/** Interval between progress messages, in milliseconds. */
const PROGRESS_MS = 100;

const post = (message: CheckMessage): void => self.postMessage(message);
let toldAt = 0;

/** Checks one file, or reads its wells; the page then terminates this worker. */
self.addEventListener("message", ({ data }: MessageEvent<CheckRequest | WellsRequest>) => {
  if ("wells" in data) {
    void sendWells(data);
    return;
  }
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

async function sendWells({ wells, name }: WellsRequest): Promise<void> {
  try {
    const { header, rows } = await readWells(name, Buffer.from(await wells.arrayBuffer()));
    post({ type: "wells", table: { header, rows } });
  } catch (error) {
    post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
