import { reliabilityWords } from "#client/reliabilityWords.ts";
import type { ModelFacts } from "./models.ts";

/** How reliable the predictions of models are, wherever they are used; nothing for models without assays. */
export function Reliability({ models: { assays } }: { models: Pick<ModelFacts, "assays"> }) {
  if (assays.length === 0) return null;
  return (
    <section class="notice" aria-label="Reliability of the predictions">
      {assays.map((assay) => (
        <p key={assay.assay_id}>
          Predictions of {assay.assay_id}: <strong>{reliabilityWords(assay)}</strong>
        </p>
      ))}
      <p class="small muted">
        For variants that were not used in training: 1 is perfect, 0 is chance. Fair starts at 0.3, good at
        0.5, and strong at 0.7.
      </p>
    </section>
  );
}
