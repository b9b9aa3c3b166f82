import type { DoseFit, Observation } from "@pdp/science/doseResponse";

/** Responses of several variants to fit. */
export interface FitRequest {
  series: readonly (readonly Observation[])[];
}

/** Fit of one variant, by its index in the request. */
export interface FitMessage {
  index: number;
  fit: DoseFit;
}
