import { spoken } from "../../parts/spoken.ts";

/** Lists unusual contents that can still be imported, such as replicates that are copies of each other. */
export function SeldomMeant({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <section class="notice warn" role="status" aria-labelledby="seldom-meant">
      <h2 id="seldom-meant">Is this intended?</h2>
      <ul class="problems">
        {warnings.map((warning) => (
          <li key={warning}>{spoken(warning)}</li>
        ))}
      </ul>
    </section>
  );
}
