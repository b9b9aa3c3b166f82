import { designCommand } from "./designCommand.ts";

/** Designs diverse plausible variants. */
export const diversify = designCommand("diversify", [], ({ template, sampler }) => {
  const reference_assembly = { monomer: template };
  const sampler_config = { kind: "MONOMER_SAMPLER", sampler, reference_assembly };
  return { ranker: { type: "LIKELIHOOD_BASED", sampler_config } };
});
