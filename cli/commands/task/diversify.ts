import { assemblyOf } from "@pdp/basics/proteins";
import { kindOf } from "#client/requests/assembly.ts";
import { designCommand } from "./designCommand.ts";

/** Designs diverse plausible variants. */
export const diversify = designCommand("diversify", [], ({ template, sampler }) => {
  const reference_assembly = assemblyOf(template);
  const sampler_config = { kind: `${kindOf(template)}_SAMPLER`, sampler, reference_assembly };
  return { ranker: { type: "LIKELIHOOD_BASED", sampler_config } };
});
