export { type DoseFit, fitDoseResponse, type Unfitted } from "../doseResponse/fitDoseResponse.ts";
export { type Observation, responseAt } from "../doseResponse/logisticCurve.ts";
