import type { MeasuredWells } from "#client/orderList/orderResults.ts";
import { startPageWorker } from "../../parts/pageWorker.ts";
import type { CheckMessage, WellsRequest } from "../../worker/checkMessages.ts";

/** Reads the measured wells of a reader's export in a worker. Rejects with the reason if it cannot be read. */
export function readExport(file: File): Promise<MeasuredWells> {
  const worker = startPageWorker("check-worker");
  return new Promise<MeasuredWells>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<CheckMessage>) => {
      if (data.type === "wells") resolve(data.table);
      else if (data.type === "failed") reject(new Error(`${file.name} cannot be read: ${data.message}.`));
    });
    worker.addEventListener("error", ({ message }) =>
      reject(new Error(`${file.name} cannot be read: ${message}.`)),
    );
    worker.postMessage({ wells: file, name: file.name } satisfies WellsRequest);
  }).finally(() => worker.terminate());
}
