import { useState } from "preact/hooks";
import type { Table } from "#client/resources.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { formatNumber } from "../../parts/format.ts";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { numericColumns } from "../columnChoices.ts";
import { readProteins } from "../readProteins.ts";
import { CellRows } from "./heatmap/cellRows.tsx";
import { Heatmap } from "./heatmap/heatmap.tsx";
import { type HeatmapChoices, readHeatmapChoices } from "./heatmap/heatmapChoices.ts";
import { cellQuery, type HeatmapColumns, MAX_ROWS } from "./heatmap/heatmapQueries.ts";
import { HeatmapToolbar } from "./heatmap/heatmapToolbar.tsx";
import { contradictionWords, unmeasuredWords, usedWords } from "./heatmap/heatmapWords.ts";
import { type ChosenCell, chosenCell, rowsBehind } from "./heatmap/rowsBehind.ts";
import type { Substitutions } from "./heatmap/substitutions.ts";
import { type TableHeatmapData, useTableHeatmap } from "./heatmap/useTableHeatmap.ts";
import { isOneSided } from "./heatmap/whiteValue.ts";

export interface HeatmapTabProps {
  table: Table;
  asOf: string | null;
}

/** Heatmap of each substitution's effect on an assay, based on the rows of the table. */
export function HeatmapTab({ table, asOf }: HeatmapTabProps) {
  const workspace = useWorkspace();
  const assays = numericColumns(table);
  const read = useResource(`roles ${workspace.name} ${table.id} ${table.version_id}`, () =>
    readProteins(workspace, table),
  );
  return (
    <Reading of={read} label="Reading rows">
      {({ proteins: [protein], mutations: [mutations = null] }) =>
        protein === undefined || assays.length === 0 ? (
          <div class="content">
            <p>
              A heatmap requires a column of protein sequences and a column of numbers.{" "}
              {protein === undefined
                ? "This table has no column of amino acid sequences. A column with many other letters is read as text: import the file into a new table with the type “sequence (amino acids)”, and the import lists the cells that are not sequences."
                : "This table has no column of numbers."}
            </p>
          </div>
        ) : (
          <TableHeatmap table={table} asOf={asOf} columns={{ protein, mutations }} assays={assays} />
        )
      }
    </Reading>
  );
}

interface TableHeatmapProps extends HeatmapTabProps {
  columns: HeatmapColumns;
  assays: readonly string[];
}

function TableHeatmap({ table, asOf, columns, assays }: TableHeatmapProps) {
  const workspace = useWorkspace();
  const choices = readHeatmapChoices(address.value.searchParams, assays, columns.protein);
  const { assay, chain } = choices;
  const data = useTableHeatmap(table, asOf, columns, choices);
  const { whole, shown, variants, counted } = data;
  const [chosen, setChosen] = useState<ChosenCell | null>(null);
  const rowsPath = (cell: ChosenCell, reference: string) => {
    const q = cellQuery(table.reference, columns, chain, counted, reference, cell);
    return `${pathIn(workspace, "sql")}?${new URLSearchParams({ q, ...(asOf && { as_of: asOf }) })}`;
  };
  return (
    <div class="content">
      <HeatmapToolbar assays={assays} choices={choices} data={data} />
      <Reading of={data.read} label="Reading rows">
        {() => null}
      </Reading>
      {shown && shown.rows === 0 && <p>No row has both a sequence and a value of {assay}.</p>}
      {whole && shown && shown.rows > 0 && shown.reference !== "" && (
        <>
          <HeatmapNotes data={data} shown={shown} choices={choices} />
          <Heatmap
            shown={shown}
            assay={assay}
            isHigherBetter={choices.isHigherBetter}
            onOpen={(position, residue) => setChosen(chosenCell(whole, shown, position, residue))}
          />
          {chosen && variants && (
            <CellRows
              cell={chosen}
              assay={assay}
              rows={rowsBehind(variants, whole.reference, counted, chosen)}
              allColumns={rowsPath(chosen, whole.reference)}
            />
          )}
        </>
      )}
    </div>
  );
}

interface HeatmapNotesProps {
  data: TableHeatmapData;
  shown: Substitutions;
  choices: HeatmapChoices;
}

/** Explains which rows and positions a heatmap shows, and warns about its colors and contradictions. */
function HeatmapNotes({ data, shown, choices }: HeatmapNotesProps) {
  const { rows = [], counted, contradictions } = data;
  return (
    <>
      <p class="small muted">
        {[
          usedWords(shown),
          "The reference consists of the most common residue at each position.",
          shown.firstNumber !== 1 &&
            `Positions are numbered as in the table's mutations or the project's reference: the first residue is ${shown.firstNumber}.`,
          unmeasuredWords(data.unmeasured, data.positions, data.isMeasuredOnly),
          shown.otherLengths > 0 &&
            `${formatNumber(shown.otherLengths)} rows have sequences with a different length and are not shown.`,
          choices.chain !== null &&
            counted === "single" &&
            "Rows whose other chain differs from its most common residues are not shown.",
          rows.length === MAX_ROWS && `Only the first ${formatNumber(MAX_ROWS)} rows were read.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {isOneSided(shown) && (
        <p class="notice">
          The reference was not measured, and all values are on one side of {shown.center}. Set white to the
          value of the wild type to see which substitutions are better than it.
        </p>
      )}
      {contradictions.length > 0 && <p class="notice warn">{contradictionWords(contradictions)}</p>}
    </>
  );
}
