import { FROM_ONE, residueCount } from "@pdp/basics/proteins";
import { copyAndSay } from "../../parts/copyAndSay.ts";
import { Select } from "../../parts/form.tsx";
import { plural } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { AntibodyCard } from "../antibody/antibodyCard.tsx";
import { MarkedSequence } from "./markedSequence.tsx";
import { MeasurementsCard } from "./measurements.tsx";
import { Neighbors } from "./neighbors.tsx";
import { tasksFrom } from "./readAppearances.ts";
import { nameOf, useVariant, type VariantData } from "./useVariant.ts";
import { Designs, PredictAlone, Predictions } from "./variantAppearances.tsx";
import { type Compared, variantTitle } from "./variantReference.ts";

const SEQUENCE = /^(?=.{2,20000}$|[A-Z]$)[A-Z]*\/?[A-Z]*$/;

/** Everything known about one variant. Its sequence is in the URL. */
export function VariantPage() {
  const sequence = (address.value.searchParams.get("sequence") ?? "").trim().toUpperCase();
  if (!SEQUENCE.test(sequence)) {
    return (
      <Page title="Variant">
        <p class="notice warn">
          The address does not contain a protein sequence. Open a variant from a chart, a heatmap or a list of
          designs.
        </p>
      </Page>
    );
  }
  return <Variant key={sequence} sequence={sequence} />;
}

function Variant({ sequence }: { sequence: string }) {
  const data = useVariant(sequence);
  const { basis, compared, measurements, appearances } = data;
  return (
    <Page title={latestOf(basis) ? variantTitle(compared, sequence) : "Variant"}>
      <Reading of={basis}>
        {({ tasks }) => (
          <>
            <SequenceCard sequence={sequence} compared={compared} />
            <AntibodyCard sequence={sequence} />
            <Reading of={measurements} label="Reading measurements">
              {(shown) => shown && <MeasurementsCard of={shown} />}
            </Reading>
            {compared && <SimilarVariants data={data} compared={compared} />}
            <Reading of={appearances} label="Reading predictions and designs">
              {(shown) =>
                shown && (
                  <>
                    <Predictions of={shown} sequence={sequence} />
                    <Designs of={shown} descendants={tasksFrom(tasks, sequence)} />
                  </>
                )
              }
            </Reading>
          </>
        )}
      </Reading>
    </Page>
  );
}

interface SequenceCardProps {
  sequence: string;
  /** Null if there is no protein to compare it with. */
  compared: Compared | null;
}

function SequenceCard({ sequence, compared }: SequenceCardProps) {
  return (
    <section class="card" aria-labelledby="sequence">
      <header>
        <h2 id="sequence">Sequence</h2>
        <button type="button" class="small" onClick={() => void copyAndSay(sequence, "Copied.")}>
          Copy the sequence
        </button>
      </header>
      <div class="body">
        <p>
          {plural(residueCount(sequence), "residue")}
          {compared &&
            (compared.mutations.length === 0
              ? `, the same as ${compared.reference.name}.`
              : `. ${plural(compared.mutations.length, "mutation")} against ${compared.reference.name}: ${compared.mutations.join(", ")}.`)}
        </p>
        <MarkedSequence
          sequence={sequence}
          reference={compared?.reference.monomer ?? sequence}
          numbering={compared?.numbering ?? FROM_ONE}
        />
      </div>
    </section>
  );
}

/** Measured variants near a variant, by an assay that can be chosen. */
function SimilarVariants({ data, compared }: { data: VariantData; compared: Compared }) {
  const { appeared, choices, choice, neighbors, expected } = data;
  return (
    <>
      {choices.length > 1 && compared.mutations.length > 0 && (
        <div class="row">
          <label for="seen">Similar variants by</label>
          <Select
            id="seen"
            value={choice ? nameOf(choice) : ""}
            options={Object.fromEntries(choices.map(nameOf).map((name) => [name, name]))}
            onChange={(name) => setQuery({ seen: name }, { replace: true })}
          />
        </div>
      )}
      <Reading of={neighbors} label="Reading similar variants">
        {(neighborhood) =>
          neighborhood && (
            <>
              <Neighbors neighborhood={neighborhood} compared={compared} expected={expected} />
              {expected === null && appeared && choice && compared.mutations.length > 1 && (
                <PredictAlone of={appeared} assay={choice.assay} />
              )}
            </>
          )
        }
      </Reading>
    </>
  );
}
