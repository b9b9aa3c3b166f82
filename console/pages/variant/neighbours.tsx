import { pathIn, useWorkspace } from "../../lab.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, formatValue, plural } from "../../parts/format.ts";
import { variantPath } from "../../plots/variantPath.ts";
import { MAX_MUTATIONS, type Neighbourhood, type SeenMutation } from "./readNeighbours.ts";
import type { Compared } from "./variantReference.ts";
import { writeChanges } from "./writeChanges.ts";

interface NeighboursProps {
  found: Neighbourhood;
  compared: Compared;
}

/** Evidence that a variant may be good: what is known about each mutation, and the nearest measured variants. */
export function Neighbours({ found, compared }: NeighboursProps) {
  const workspace = useWorkspace();
  const { table, assay, reference, mutations, nearest } = found;
  const { reference: protein, numbering, mutations: all } = compared;
  return (
    <>
      <section class="card scroll" aria-labelledby="mutations">
        <header>
          <h2 id="mutations">What is known of its mutations</h2>
          <span class="small muted">
            {assay} in <a href={pathIn(workspace, "tables", table)}>{table}</a>
            {reference !== null && `; ${protein.name} has ${formatValue(reference)}`}
            {all.length > MAX_MUTATIONS && `; the first ${MAX_MUTATIONS} of ${all.length} mutations`}
          </span>
        </header>
        <DataTable
          columns={[
            "Mutation",
            { label: "Alone", as: "number" },
            { label: "Other variants with it", as: "number" },
            { label: "Their mean", as: "number" },
            "In words",
          ]}
        >
          {mutations.map((one) => (
            <tr key={one.code}>
              <th scope="row">{one.code}</th>
              <td class="number">{one.alone === null ? "–" : formatValue(one.alone)}</td>
              <td class="number">{formatNumber(one.variants)}</td>
              <td class="number">{one.mean === null ? "–" : formatValue(one.mean)}</td>
              <td>{seenWords(one)}</td>
            </tr>
          ))}
        </DataTable>
      </section>
      {nearest.length > 0 && (
        <section class="card scroll" aria-labelledby="nearest">
          <header>
            <h2 id="nearest">Nearest measured variants</h2>
          </header>
          <DataTable
            columns={[
              "Variant",
              { label: "Different residues", as: "number" },
              { label: assay, as: "number" },
            ]}
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
        </section>
      )}
    </>
  );
}

/** States whether a mutation has been seen. */
function seenWords({ alone, variants }: SeenMutation): string {
  if (alone !== null) return "measured alone";
  if (variants === 0) return "never measured: the model infers it from others";
  return `seen only together with others, in ${plural(variants, "variant")}`;
}
