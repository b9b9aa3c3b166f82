import type { DoseFit } from "#shared/science/doseResponse/fitDoseResponse.ts";
import type { Observation } from "#shared/science/doseResponse/logisticCurve.ts";

/** Responses of several variants to fit. */
export interface FitRequest {
  series: readonly (readonly Observation[])[];
}

/** Fit of one variant, by its index in the request. */
export interface FitMessage {
  index: number;
  fit: DoseFit;
}
