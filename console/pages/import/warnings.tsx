import { spoken } from "../../parts/spoken.ts";
import type { ImportStep } from "./importDraft.ts";

/** Unusual contents that the service found before loading, with the option to continue. */
export function Warnings({
  file,
  into,
  warnings,
  answer,
}: Extract<ImportStep, { name: "warned" }> & { into: string }) {
  return (
    <section class="notice warn" role="alert">
      <h2>Is this intended? Nothing was loaded yet.</h2>
      <ul class="problems">
        {warnings.map((warning) => (
          <li key={warning}>{spoken(warning)}</li>
        ))}
      </ul>
      <div class="row">
        <button type="button" onClick={() => answer(true)}>
          Import {file.name} into {into}
        </button>
        <button type="button" class="primary" onClick={() => answer(false)}>
          Do not import
        </button>
      </div>
    </section>
  );
}
