import type { Numbering } from "@pdp/basics/proteins";
import { Fragment } from "preact";
import { type OrderRow, purposeWords } from "#client/orderList/orderRows.ts";
import { type PlateWell, wellsByName } from "#client/orderList/plates.ts";
import { useWorkspace } from "../../lab.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatValue, formatWithDeviation, plural } from "../../parts/format.ts";
import { variantPath } from "../../plots/variantPath.ts";
import { agreementOf, agreementWords, type Measured } from "./measuredDesigns.ts";

interface DesignListProps {
  order: readonly OrderRow[];
  wells: readonly PlateWell[];
  /** Measurements of the designs and controls so far, by sequence. */
  measured: ReadonlyMap<string, Measured>;
  numbering: Numbering;
}

/** The order list: names, wells, mutations, predictions with standard deviations, and the purpose of each design. */
export function DesignList({ order, wells, measured, numbering }: DesignListProps) {
  const workspace = useWorkspace();
  const placed = wellsByName(wells);
  const isReasoned = order.some(({ reason }) => reason !== null);
  const assays = [...new Set(order.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  const agreements = assays.flatMap((assay) => agreementOf(order, measured, assay) ?? []);
  const measuredAssays = new Set(
    assays.filter((assay) => order.some(({ sequence }) => measured.get(sequence)?.has(assay))),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-labelledby="list" tabIndex={0}>
      <header>
        <h2 id="list">Order list</h2>
        <span class="small muted">{numberingSentence(numbering, order[0]?.sequence.length ?? 0)}</span>
      </header>
      {agreements.map((one) => (
        <p key={one.assay} class="body">
          {agreementWords(one)}
        </p>
      ))}
      <DataTable
        columns={[
          "Name",
          "Well",
          "Mutations",
          ...assays.flatMap((assay) => [
            { label: `${assay}, predicted`, as: "number" as const },
            ...(measuredAssays.has(assay) ? [{ label: `${assay}, measured`, as: "number" as const }] : []),
          ]),
          ...(isReasoned ? ["What for", "Why"] : []),
        ]}
      >
        {order.map(({ name, kind, mutations, sequence, predictions, ...row }) => (
          <tr key={name}>
            <th scope="row" class="whole">
              <a href={variantPath(workspace, sequence)}>{name}</a>
            </th>
            <td class="mono">{placed.get(name)}</td>
            <td class="mono">{kind === "design" ? mutations.replaceAll(";", " ") : kind}</td>
            {assays.map((assay) => {
              const found = predictions.find((prediction) => prediction.assay === assay);
              const values = measured.get(sequence)?.get(assay);
              return (
                <Fragment key={assay}>
                  <td class="number whole">{found ? formatWithDeviation(found.mean, found.sd) : "–"}</td>
                  {measuredAssays.has(assay) && (
                    <td class="number" title={values && `Mean of ${plural(values.rows, "row")}`}>
                      {values ? formatValue(values.mean) : "–"}
                    </td>
                  )}
                </Fragment>
              );
            })}
            {isReasoned && (
              <>
                <td class="whole">{purposeWords({ kind, isToLearn: row.isToLearn })}</td>
                <td class="small why">{row.reason?.replace(/^to learn: /, "")}</td>
              </>
            )}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function numberingSentence(numbering: Numbering, length: number): string {
  return numbering.countedFrom() === null
    ? `The residues of the reference are ${numbering.describe(length)}.`
    : `The first residue of the reference is number ${numbering.positionAt(0)}.`;
}
