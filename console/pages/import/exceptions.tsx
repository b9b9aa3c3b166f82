import { useState } from "preact/hooks";
import type { TableConfig } from "#client/importFiles.ts";
import type { FilePreview as Preview } from "#client/resources.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import {
  applyProposal,
  type Cell,
  correctionWords,
  exclusionWords,
  isApplied,
  withCorrection,
  withExclusion,
} from "./exceptionRules.ts";

interface Props {
  preview: Preview;
  config: TableConfig;
  onConfig: (config: TableConfig) => void;
}

/** Lists the cells with a notation that is unusual for their columns, with options to keep, correct or exclude them. */
export function Exceptions({ preview, config, onConfig }: Props) {
  const columns = preview.columns.filter(({ exceptions }) => exceptions.length > 0);
  if (columns.length === 0) return null;
  return (
    <section class="card scroll" aria-labelledby="exceptions">
      <header>
        <h2 id="exceptions">Cells with a different notation</h2>
        <span class="muted">Choose how each column is read. No value is discarded.</span>
      </header>
      <DataTable columns={["Column", "Cells", "Examples", "What to do"]} stacks>
        {columns.map((column) => (
          <ExceptionsRow key={column.source_name} column={column} config={config} onConfig={onConfig} />
        ))}
      </DataTable>
    </section>
  );
}

interface RowProps extends Omit<Props, "preview"> {
  column: Preview["columns"][number];
}

/** Row for the unusual cells of a column, with buttons that read all of them in one way. */
function ExceptionsRow({ column, config, onConfig }: RowProps) {
  const { source_name: source, exceptions, proposals } = column;
  return (
    <tr>
      <th scope="row">{source}</th>
      <td>
        {exceptions.map(({ reason }) => (
          <div key={reason}>{reason}</div>
        ))}
      </td>
      <td>
        {exceptions.map(({ notation, examples }) =>
          examples.map(({ line, value }) => (
            <div key={`${line} ${value}`} class="row">
              <span class="mono">{value}</span>
              {line !== null && <span class="small muted">line {line}</span>}
              {notation === null && line !== null && (
                <CellFix
                  summary="Correct it, or exclude the row"
                  cell={{ line, column: source, value }}
                  config={config}
                  onConfig={onConfig}
                />
              )}
            </div>
          )),
        )}
      </td>
      <td>
        <div class="row">
          {proposals.map((proposal) => (
            <button
              key={proposal.title}
              type="button"
              class="small"
              aria-pressed={isApplied(config, source, proposal)}
              onClick={() => onConfig(applyProposal(config, source, proposal))}
            >
              {proposal.title}
            </button>
          ))}
        </div>
      </td>
    </tr>
  );
}

interface CellFixProps extends Omit<Props, "preview"> {
  summary: string;
  cell: Cell;
}

/** Form, folded below a summary, for correcting a cell or excluding its row, with a reason. */
export function CellFix({ summary, cell, config, onConfig }: CellFixProps) {
  const [value, setValue] = useState("");
  const [reason, setReason] = useState("");
  const cellName = `line ${cell.line} of ${cell.column}`;
  const isExplained = reason.trim() !== "";
  return (
    <details>
      <summary class="small">{summary}</summary>
      <div class="row">
        <input
          aria-label={`Correct value in ${cellName}`}
          placeholder="Correct value"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <input
          aria-label={`Reason for the change in ${cellName}`}
          placeholder="Reason"
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <button
          type="button"
          class="small"
          disabled={!isExplained}
          onClick={() => onConfig(withCorrection(config, cell, value, reason.trim()))}
        >
          {value.trim() === "" ? "Empty the cell" : "Correct"}
        </button>
        <button
          type="button"
          class="small"
          disabled={!isExplained}
          onClick={() => onConfig(withExclusion(config, cell.line, reason.trim()))}
        >
          Exclude the row
        </button>
      </div>
    </details>
  );
}

/** Lists the corrections and exclusions of an import, each with a button that removes it. */
export function RowRules({ config, onConfig }: Omit<Props, "preview">) {
  const { corrections = [], exclusions = [] } = config;
  const rules = [
    ...(corrections ?? []).map((correction) => ({
      words: correctionWords(correction),
      reason: correction.reason,
      without: { ...config, corrections: (corrections ?? []).filter((other) => other !== correction) },
    })),
    ...(exclusions ?? []).map((exclusion) => ({
      words: exclusionWords(exclusion),
      reason: exclusion.reason,
      without: { ...config, exclusions: (exclusions ?? []).filter((other) => other !== exclusion) },
    })),
  ];
  if (rules.length === 0) return null;
  return (
    <section class="card" aria-labelledby="row-rules">
      <header>
        <h2 id="row-rules">Corrections and excluded rows</h2>
        <span class="muted">The file is not changed</span>
      </header>
      <ul class="body plain">
        {rules.map(({ words, reason, without }) => (
          <li key={words} class="row">
            <span>
              {words} <span class="muted">({reason})</span>
            </span>
            <button
              type="button"
              class="small"
              aria-label={`Undo: ${words}`}
              onClick={() => onConfig(without)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
