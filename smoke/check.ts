import type { SmokeLab } from "./smokeLab.ts";

/** One thing that a deployment has to do. `run` resolves with what was seen, in a few words, and rejects where it failed. */
export interface Check {
  summary: string;
  run: (lab: SmokeLab) => Promise<string>;
}

/** Why a check could not be made. It says nothing for or against the deployment. */
export class NotRun extends Error {
  override readonly name = "NotRun";
}
