import type { SmokeLab } from "./smokeLab.ts";

/** Requirement of a deployment. `run` resolves with the observation, in a few words, and rejects on failure. */
export interface Check {
  summary: string;
  run: (lab: SmokeLab) => Promise<string>;
}

/** Reason why a check could not run; says nothing about the deployment. */
export class NotRun extends Error {
  override readonly name = "NotRun";
}
