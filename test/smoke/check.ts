import type { SmokeLab } from "./smokeLab.ts";

/** Deployment requirement. `run` resolves with the observation, in a few words, and rejects on failure. */
export interface Check {
  summary: string;
  run: (lab: SmokeLab) => Promise<string>;
}

/** Reason that a check could not run; not a statement about the deployment. */
export class NotRun extends Error {
  override readonly name = "NotRun";
}
