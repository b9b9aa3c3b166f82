import { useMemo, useState } from "preact/hooks";
import { referenceNumbering } from "#client/referenceNumbering.ts";
import { hasProteinSql, proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { formatNumber, plural } from "../../parts/format.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { numericColumns } from "../columnChoices.ts";
import { type ProteinRoles, readProteins } from "../readProteins.ts";
import { CellRows } from "./heatmap/cellRows.tsx";
import { CHAINS, type Chain, variantsOfChain } from "./heatmap/chainVariants.ts";
import { type Contradiction, findContradictions } from "./heatmap/contradictions.ts";
import { Heatmap } from "./heatmap/heatmap.tsx";
import { type ChosenCell, chosenCell, rowsBehind } from "./heatmap/rowsBehind.ts";
import {
  type Counted,
  isMostlySingle,
  type MeasuredVariant,
  measuredPositions,
  type Substitutions,
  substitutionsOf,
} from "./heatmap/substitutions.ts";
import { isOneSided, readWhite, WhiteChoice } from "./heatmap/whiteChoice.tsx";

type Table = components["schemas"]["Table"];

/** Maximum number of rows read for a heatmap. */
const MAX_ROWS = 200_000;

export interface HeatmapTabProps {
  table: Table;
  asOf: string | null;
}

/** Heatmap of each substitution's effect on an assay, based on the rows of the table. */
export function HeatmapTab({ table, asOf }: HeatmapTabProps) {
  const workspace = useWorkspace();
  const read = useResource(`roles ${workspace.name} ${table.id} ${table.version_id}`, () =>
    readProteins(workspace, table),
  );
  return (
    <Reading of={read} label="Reading rows">
      {(roles) => <TableHeatmap table={table} asOf={asOf} roles={roles} />}
    </Reading>
  );
}

function TableHeatmap({ table, asOf, roles }: HeatmapTabProps & { roles: ProteinRoles }) {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const [sequence] = roles.proteins;
  const chain: Chain | null =
    sequence === undefined || typeof sequence === "string"
      ? null
      : searchParams.get("chain") === "vl"
        ? "vl"
        : "vh";
  const assays = numericColumns(table);
  const assay = assays.includes(searchParams.get("assay") ?? "") ? searchParams.get("assay") : assays[0];
  const isHigherBetter = searchParams.get("better") !== "lower";
  const [mutations] = roles.mutations;
  const columns = [assay, mutations].map((name) => (name ? quoteName(name) : "NULL"));
  const sql =
    `SELECT ${proteinSql(sequence ?? "")} AS sequence, CAST(${columns[0]} AS DOUBLE) AS value, ${columns[1]} AS mutations ` +
    `FROM ${quoteReference(table.reference)} WHERE ${hasProteinSql(sequence ?? "")} AND ${columns[0]} IS NOT NULL LIMIT ${MAX_ROWS}`;
  const isPossible = sequence !== undefined && assay !== undefined;
  const read = useResource(
    `heatmap ${workspace.name} ${isPossible ? sql : ""} ${asOf} ${table.version_id}`,
    () =>
      isPossible
        ? workspace.query<MeasuredVariant>(sql, asOf === null ? {} : { asOf }).then((result) => result.rows())
        : Promise.resolve([]),
  );
  const whole = latestOf(read);
  const asked = searchParams.get("rows");
  const counted = useMemo<Counted>(() => {
    if (asked === "single" || asked === "all") return asked;
    const ofChain = whole && chain ? variantsOfChain(whole, chain, "all") : whole;
    return ofChain && isMostlySingle(ofChain) ? "single" : "all";
  }, [whole, chain, asked]);
  const variants = useMemo(
    () => (whole && chain ? variantsOfChain(whole, chain, counted) : whole),
    [whole, chain, counted],
  );
  const white = readWhite(searchParams);
  const projects = latestOf(useResource(`references ${workspace.name}`, () => openProjects(workspace)));
  const found = useMemo(
    () =>
      variants &&
      substitutionsOf(variants, counted, white, (reference) => {
        const references = projects?.flatMap((project) => project.references ?? []);
        return referenceNumbering(reference, null, references);
      }),
    [variants, counted, white, projects],
  );
  const unmeasured = found?.sites.filter((site) => site === null).length ?? 0;
  const contradictions = useMemo(
    () => (found && variants ? findContradictions(variants, found.reference, found.numbers) : []),
    [variants, found],
  );
  const [chosen, setChosen] = useState<ChosenCell | null>(null);
  const positions = searchParams.get("positions");
  // A library with only a few positions fits on the screen.
  const isMeasuredOnly =
    positions === null ? unmeasured * 2 > (found?.sites.length ?? 0) : positions === "measured";
  const shown = useMemo(
    () => (found && isMeasuredOnly ? measuredPositions(found) : found),
    [found, isMeasuredOnly],
  );
  /** Returns the query for all columns of the rows in a cell. */
  const rowsPath = ({ index, residue }: ChosenCell, reference: string) => {
    const own = typeof sequence === "string" ? sequence : sequence?.[chain ?? "vh"];
    const protein = quoteName(own ?? "");
    const single = `${protein} = ${quoteText(reference.slice(0, index) + residue + reference.slice(index + 1))}`;
    const all = `length(${protein}) = ${reference.length} AND substr(${protein}, ${index + 1}, 1) = ${quoteText(residue)}`;
    const q = `SELECT * FROM ${quoteReference(table.reference)} WHERE ${counted === "single" ? single : all}`;
    return `${pathIn(workspace, "sql")}?${new URLSearchParams({ q, ...(asOf && { as_of: asOf }) })}`;
  };
  if (!isPossible) {
    return (
      <div class="content">
        <p>
          A heatmap requires a column of protein sequences and a column of numbers.{" "}
          {sequence === undefined
            ? "This table has no column of amino acid sequences. A column with many other letters is read as text: import the file into a new table with the type “sequence (amino acids)”, and the import lists the cells that are not sequences."
            : "This table has no column of numbers."}
        </p>
      </div>
    );
  }
  return (
    <div class="content">
      <div class="row">
        <label for="assay">Assay</label>
        <select
          id="assay"
          value={assay ?? ""}
          onChange={({ currentTarget }) => setQuery({ assay: currentTarget.value })}
        >
          {assays.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {chain !== null && (
          <>
            <label for="chain">Chain</label>
            <select
              id="chain"
              value={chain}
              onChange={({ currentTarget }) => setQuery({ chain: currentTarget.value })}
            >
              {Object.entries(CHAINS).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </>
        )}
        <label for="better">Values</label>
        <select
          id="better"
          value={isHigherBetter ? "higher" : "lower"}
          onChange={({ currentTarget }) => setQuery({ better: currentTarget.value })}
        >
          <option value="higher">higher is better</option>
          <option value="lower">lower is better</option>
        </select>
        <label for="rows">Rows</label>
        <select
          id="rows"
          value={counted}
          onChange={({ currentTarget }) => setQuery({ rows: currentTarget.value })}
        >
          <option value="single">this substitution alone</option>
          <option value="all">mean of all sequences with it</option>
        </select>
        {found && <WhiteChoice found={found} stated={searchParams.get("white") ?? ""} />}
        {unmeasured > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isMeasuredOnly}
              onChange={({ currentTarget }) =>
                setQuery({ positions: currentTarget.checked ? "measured" : "all" })
              }
            />
            Only positions with values
          </label>
        )}
      </div>
      <Reading of={read} label="Reading rows">
        {() => null}
      </Reading>
      {shown && shown.rows === 0 && <p>No row has both a sequence and a value of {assay}.</p>}
      {shown && shown.rows > 0 && shown.reference !== "" && (
        <>
          <p class="small muted">
            {usedWords(shown)} The reference consists of the most common residue at each position.
            {shown.firstNumber !== 1 &&
              ` Positions are numbered as in the table's mutations or the project's reference: the first residue is ${shown.firstNumber}.`}
            {unmeasured > 0 &&
              ` ${formatNumber(unmeasured)} of ${formatNumber(found?.sites.length ?? 0)} positions have no value${isMeasuredOnly ? " and are hidden" : ""}.`}
            {shown.otherLengths > 0 &&
              ` ${formatNumber(shown.otherLengths)} rows have sequences with a different length and are not shown.`}
            {chain !== null &&
              counted === "single" &&
              " Rows whose other chain differs from its most common residues are not shown."}
            {(whole?.length ?? 0) === MAX_ROWS && ` Only the first ${formatNumber(MAX_ROWS)} rows were read.`}
          </p>
          {isOneSided(shown) && (
            <p class="notice">
              The reference was not measured, and all values are on one side of {shown.centre}. Set white to
              the value of the wild type to see which substitutions are better than it.
            </p>
          )}
          {contradictions.length > 0 && <p class="notice warn">{contradictionWords(contradictions)}</p>}
          <Heatmap
            shown={shown}
            assay={assay ?? ""}
            isHigherBetter={isHigherBetter}
            onOpen={(position, residue) => found && setChosen(chosenCell(found, shown, position, residue))}
          />
          {chosen && found && variants && (
            <CellRows
              cell={chosen}
              assay={assay ?? ""}
              rows={rowsBehind(variants, found.reference, counted, chosen)}
              allColumns={rowsPath(chosen, found.reference)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Maximum number of contradictions shown. */
const MAX_SHOWN = 3;

function contradictionWords(found: readonly Contradiction[]): string {
  const shown = found.slice(0, MAX_SHOWN).map((one) => `“${one.stated}” has ${one.found}`);
  const more = found.length > MAX_SHOWN ? ", …" : "";
  const rows = `The ${found.length === 1 ? "sequence of 1 row is" : `sequences of ${formatNumber(found.length)} rows are`}`;
  return `${rows} inconsistent with the mutations: ${shown.join(", ")}${more}. One of the two is probably mistyped; the heatmap uses the sequence.`;
}

/** Explains which rows the cells show, and describes the others. */
function usedWords({ rowsUsed, rows, referenceRows }: Substitutions): string {
  const several = rows - rowsUsed - referenceRows;
  const others = [
    ...(referenceRows > 0 ? [`${plural(referenceRows, "row")} of the reference itself`] : []),
    ...(several > 0 ? [`${plural(several, "row")} with several substitutions`] : []),
  ];
  if (others.length === 0) return `All ${plural(rows, "row")}.`;
  return `${formatNumber(rowsUsed)} of ${plural(rows, "row")}; the others are ${others.join(" and ")}.`;
}
