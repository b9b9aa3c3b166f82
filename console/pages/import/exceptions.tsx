import { useState } from "preact/hooks";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
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

type Preview = components["schemas"]["FilePreview"];

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
        {columns.map(({ source_name: source, exceptions, proposals }) => (
          <tr key={source}>
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
                      <details>
                        <summary class="small">Correct it, or exclude the row</summary>
                        <div class="row">
                          <CellFix
                            cell={{ line, column: source, value }}
                            config={config}
                            onConfig={onConfig}
                          />
                        </div>
                      </details>
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
        ))}
      </DataTable>
    </section>
  );
}

interface CellFixProps {
  cell: Cell;
  config: TableConfig;
  onConfig: (config: TableConfig) => void;
}

/** Form for correcting a cell or excluding its row, with a reason. */
export function CellFix({ cell, config, onConfig }: CellFixProps) {
  const [value, setValue] = useState("");
  const [reason, setReason] = useState("");
  const place = `line ${cell.line} of ${cell.column}`;
  const isExplained = reason.trim() !== "";
  return (
    <>
      <input
        aria-label={`Correct value in ${place}`}
        placeholder="Correct value"
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <input
        aria-label={`Reason for the change in ${place}`}
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
    </>
  );
}

/** Lists the corrections and exclusions of an import, each with a button that removes it. */
export function RowRules({ config, onConfig }: Omit<Props, "preview">) {
  const { corrections = [], exclusions = [] } = config;
  const rules = [
    ...(corrections ?? []).map((one) => ({
      words: correctionWords(one),
      reason: one.reason,
      without: { ...config, corrections: (corrections ?? []).filter((other) => other !== one) },
    })),
    ...(exclusions ?? []).map((one) => ({
      words: exclusionWords(one),
      reason: one.reason,
      without: { ...config, exclusions: (exclusions ?? []).filter((other) => other !== one) },
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
