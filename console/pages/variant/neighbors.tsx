import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, formatValue, plural } from "../../parts/format.ts";
import { variantPath } from "../../plots/variantPath.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import type { ExpectedEffects } from "./expectedEffects.ts";
import { MAX_MUTATIONS, type Neighborhood, type SeenMutation } from "./readNeighbors.ts";
import type { Compared } from "./variantReference.ts";
import { writeChanges } from "./writeChanges.ts";

interface NeighborsProps {
  neighborhood: Neighborhood;
  compared: Compared;
  /** Predictions for each of its mutations; null if no task has made them. */
  expected: ExpectedEffects | null;
}

/** Evidence that a variant may be good: what is predicted and known about each mutation, and the nearest measured variants. */
export function Neighbors(props: NeighborsProps) {
  return (
    <>
      <MutationsCard {...props} />
      {props.neighborhood.nearest.length > 0 && <NearestCard {...props} />}
    </>
  );
}

function MutationsCard({ neighborhood, compared, expected }: NeighborsProps) {
  const workspace = useWorkspace();
  const { table, assay, reference, mutations } = neighborhood;
  const { reference: protein, mutations: all } = compared;
  return (
    <section class="card scroll" aria-labelledby="mutations">
      <header>
        <h2 id="mutations">What is known about its mutations</h2>
        <span class="small muted">
          {assay} in <a href={pathIn(workspace, "tables", table)}>{table}</a>
          {reference !== null && `; ${protein.name} has ${formatValue(reference)}`}
          {all.length > MAX_MUTATIONS && `; the first ${MAX_MUTATIONS} of ${all.length} mutations`}
        </span>
      </header>
      <DataTable
        columns={[
          "Mutation",
          ...(expected ? [{ label: "Predicted alone", as: "number" as const }] : []),
          { label: "Measured alone", as: "number" },
          { label: "Other variants with it", as: "number" },
          { label: "Their mean", as: "number" },
          "In words",
        ]}
      >
        {mutations.map((mutation, index) => (
          <tr key={mutation.code}>
            <th scope="row">{mutation.code}</th>
            {expected && <td class="number whole">{predictedWords(expected, index)}</td>}
            <td class="number">{mutation.alone === null ? "–" : formatValue(mutation.alone)}</td>
            <td class="number">{formatNumber(mutation.variants)}</td>
            <td class="number">{mutation.mean === null ? "–" : formatValue(mutation.mean)}</td>
            <td class="why">{seenWords(mutation)}</td>
          </tr>
        ))}
      </DataTable>
      {expected && (
        <div class="body">
          <p class="small muted">
            {togetherWords(expected)} Predictions of{" "}
            <a href={pathIn(workspace, "predictions", expected.task.id)}>{taskTitle(expected.task)}</a>; the
            change against {protein.name} is in parentheses.
          </p>
        </div>
      )}
    </section>
  );
}

function NearestCard({
  neighborhood: { assay, nearest },
  compared,
}: Pick<NeighborsProps, "neighborhood" | "compared">) {
  const workspace = useWorkspace();
  const { reference: protein, numbering } = compared;
  return (
    <Card title="Nearest measured variants" id="nearest" scroll>
      <DataTable
        columns={["Variant", { label: "Different residues", as: "number" }, { label: assay, as: "number" }]}
      >
        {nearest.map(({ sequence, distance, value }) => (
          <tr key={sequence}>
            <th scope="row">
              <a href={variantPath(workspace, sequence)}>
                {writeChanges(sequence, protein.monomer, numbering).join(" ") || protein.name}
              </a>
            </th>
            <td class="number">{formatNumber(distance)}</td>
            <td class="number">{formatValue(value)}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}

/** Returns the prediction for a single mutation, and its difference from the reference: `1.24 (+0.24)`. */
function predictedWords({ alone, reference }: ExpectedEffects, at: number): string {
  const prediction = alone[at];
  if (!prediction) return "–";
  if (reference === null) return formatValue(prediction.mean);
  const change = prediction.mean - reference;
  return `${formatValue(prediction.mean)} (${change < 0 ? "−" : "+"}${formatValue(Math.abs(change))})`;
}

/** Compares the sum of the effects of the mutations with the prediction for all of them together. */
function togetherWords({ added, together }: ExpectedEffects): string {
  if (added === null || together === null) return "";
  return `Added up, the mutations give ${formatValue(added)}; the prediction for all of them together is ${formatValue(together)}.`;
}

/** States whether measured variants contain a mutation, by itself or with others. */
function seenWords({ alone, variants }: SeenMutation): string {
  if (alone !== null) return "measured alone";
  if (variants === 0) return "never measured: the model infers its effect from others";
  return `seen only together with others, in ${plural(variants, "variant")}`;
}
