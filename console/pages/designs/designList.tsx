import type { Numbering } from "@pdp/basics/proteins";
import { type ComponentChildren, Fragment } from "preact";
import { assaysOf } from "#client/orderList/design.ts";
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
  const wellNames = wellsByName(wells);
  const isReasoned = order.some(({ reason }) => reason !== null);
  const assays = assaysOf(order);
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
      {assays
        .flatMap((assay) => agreementOf(order, measured, assay) ?? [])
        .map((agreement) => (
          <p key={agreement.assay} class="body">
            {agreementWords(agreement)}
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
        {order.map((row) => (
          <DesignRow key={row.name} row={row} well={wellNames.get(row.name)}>
            {assays.map((assay) => (
              <Fragment key={assay}>
                <PredictedCell row={row} assay={assay} />
                {measuredAssays.has(assay) && <MeasuredCell value={measured.get(row.sequence)?.get(assay)} />}
              </Fragment>
            ))}
            {isReasoned && (
              <>
                <td class="whole">{purposeWords(row)}</td>
                <td class="small why">{row.reason?.replace(/^to learn: /, "")}</td>
              </>
            )}
          </DesignRow>
        ))}
      </DataTable>
    </section>
  );
}

interface DesignRowProps {
  row: OrderRow;
  well: string | undefined;
  children: ComponentChildren;
}

function DesignRow({ row: { name, kind, mutations, sequence }, well, children }: DesignRowProps) {
  const workspace = useWorkspace();
  return (
    <tr>
      <th scope="row" class="whole">
        <a href={variantPath(workspace, sequence)}>{name}</a>
      </th>
      <td class="mono">{well}</td>
      <td class="mono">{kind === "design" ? mutations.replaceAll(";", " ") : kind}</td>
      {children}
    </tr>
  );
}

function PredictedCell({ row: { predictions }, assay }: { row: OrderRow; assay: string }) {
  const prediction = predictions.find((candidate) => candidate.assay === assay);
  return (
    <td class="number whole">{prediction ? formatWithDeviation(prediction.mean, prediction.sd) : "–"}</td>
  );
}

function MeasuredCell({ value }: { value: { mean: number; rows: number } | undefined }) {
  return (
    <td class="number" title={value && `Mean of ${plural(value.rows, "row")}`}>
      {value ? formatValue(value.mean) : "–"}
    </td>
  );
}

function numberingSentence(numbering: Numbering, length: number): string {
  return numbering.countedFrom() === null
    ? `The residues of the reference are ${numbering.describe(length)}.`
    : `The first residue of the reference is number ${numbering.positionAt(0)}.`;
}
