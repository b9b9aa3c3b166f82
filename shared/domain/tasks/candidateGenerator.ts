import { brokenRules } from "@pdp/basics/schemas";
import * as v from "valibot";
import { brokenCandidateRules } from "./candidateRules.ts";
import { AnyGenerator, type CandidateGenerator as Candidates } from "./ensembleParameters.ts";

/** Generator of any form, without contradictory parameters. */
export const CandidateGenerator = v.pipe(AnyGenerator, brokenRules<Candidates>(brokenCandidateRules));
