import { fitDoseResponse } from "@pdp/science/doseResponse";
import type { FitMessage, FitRequest } from "./fitMessages.ts";

/** Fits the dose–response curve of each variant; the page then terminates this worker. */
self.addEventListener("message", ({ data: { series } }: MessageEvent<FitRequest>) => {
  for (const [index, values] of series.entries()) {
    self.postMessage({ index, fit: fitDoseResponse(values) } satisfies FitMessage);
  }
});
