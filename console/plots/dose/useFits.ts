import type { DoseFit } from "@pdp/science/doseResponse";
import { useEffect, useState } from "preact/hooks";
import { startPageWorker } from "../../parts/pageWorker.ts";
import type { FitMessage, FitRequest } from "../../worker/fitMessages.ts";
import type { DoseSeries } from "./doseSeries.ts";

export interface Fits {
  /** Fits so far, by the index of the series. */
  fits: ReadonlyMap<number, DoseFit>;
  error: Error | null;
}

const NONE: Fits = { fits: new Map(), error: null };

/** Fits series in a worker, so that the page stays responsive. Ends the worker when the series change. */
export function useFits(series: readonly DoseSeries[]): Fits {
  const [shown, setShown] = useState<Fits & { of: readonly DoseSeries[] }>({ ...NONE, of: series });
  useEffect(() => {
    const worker = startPageWorker("fit-worker");
    const fits = new Map<number, DoseFit>();
    worker.addEventListener("message", ({ data: { index, fit } }: MessageEvent<FitMessage>) => {
      fits.set(index, fit);
      setShown({ of: series, fits: new Map(fits), error: null });
      if (fits.size === series.length) worker.terminate();
    });
    worker.addEventListener("error", ({ message }) => {
      setShown({ of: series, fits, error: new Error(`The curves cannot be fitted: ${message}`) });
    });
    worker.postMessage({ series: series.map(({ values }) => values) } satisfies FitRequest);
    return () => worker.terminate();
  }, [series]);
  return shown.of === series ? shown : NONE;
}
