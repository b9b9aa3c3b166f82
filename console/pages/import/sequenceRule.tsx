import { useState } from "preact/hooks";
import type { PreviewQuery, TableConfig } from "#client/importFiles.ts";
import { Card } from "../../parts/card.tsx";
import { NumberField, TextField } from "../../parts/form.tsx";
import type { Preview } from "./importDraft.ts";

type Rule = NonNullable<TableConfig["sequence_from"]>;

const MAX_POSITION = 100_000;
const POSITIONS = /^ *-?[0-9]{1,6}(?: *, *-?[0-9]{1,6}){0,59} *$/;

interface SequenceRuleProps {
  preview: Preview;
  config: TableConfig;
  /** Previews the file again with a reference and with the residue positions of combinations. */
  onReference: (query: Pick<PreviewQuery, "reference" | "positions">) => void;
  onConfig: (config: TableConfig) => void;
}

/** Rule for computing sequences from the mutations in a file: the reference and its residue numbering. */
export function SequenceRule({ preview, config, onReference, onConfig }: SequenceRuleProps) {
  const { notes = [] } = preview;
  if (config.sequence_from) return <RuleCard notes={notes} config={config} onConfig={onConfig} />;
  const hasSequences = preview.columns.some(({ kind }) => kind === "AMINO_ACIDS");
  return hasSequences && notes.length === 0 ? null : <RuleForm notes={notes} onReference={onReference} />;
}

interface RuleFormProps extends Pick<SequenceRuleProps, "onReference"> {
  notes: readonly string[];
}

/** Form for the reference of a file whose mutations were not recognized. */
function RuleForm({ notes, onReference }: RuleFormProps) {
  const [reference, setReference] = useState("");
  const [text, setText] = useState("");
  const positions = text.trim();
  const isBad = positions !== "" && !POSITIONS.test(text);
  return (
    <details open={notes.length > 0}>
      <summary>Compute sequences from mutations</summary>
      <div class="stack">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <label for="reference">Protein that the mutations refer to, as a sequence or FASTA</label>
        <textarea
          id="reference"
          rows={3}
          spellcheck={false}
          value={reference}
          onInput={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <TextField
          id="combination-positions"
          label="Positions of the residues, if the cells are combinations such as FRMN"
          hint="Comma-separated, in the order of the letters: 39, 40, 41, 54. Leave the protein empty to use a reference of the project"
          problem={isBad && "Enter at most 60 comma-separated integers."}
          value={text}
          onChange={setText}
        />
        <div>
          <button
            type="button"
            disabled={isBad || (reference.trim() === "" && positions === "")}
            onClick={() => onReference({ reference, positions })}
          >
            Look for mutations
          </button>
        </div>
      </div>
    </details>
  );
}

interface RuleCardProps extends Pick<SequenceRuleProps, "config" | "onConfig"> {
  notes: readonly string[];
}

/** Explains the rule, with its numbering and a name for its reference. */
function RuleCard({ notes, config: { sequence_from: rule, ...plain }, onConfig }: RuleCardProps) {
  return (
    <Card title="Sequences from mutations" id="sequence-rule">
      <p>
        A column “{rule?.column ?? "sequence"}” is computed from the mutations. Each wild-type letter is
        compared with the reference; rows with a stop or a frameshift are counted and not imported.
      </p>
      {notes.map((note) => (
        <p key={note} class="small muted">
          {note}
        </p>
      ))}
      {rule && <RuleFields rule={rule} onRule={(next) => onConfig({ ...plain, sequence_from: next })} />}
      <div>
        <button type="button" class="small" onClick={() => onConfig(plain)}>
          Do not compute sequences
        </button>
      </div>
    </Card>
  );
}

/** Numbering of the reference, and the name under which it is saved. */
function RuleFields({ rule, onRule }: { rule: Rule; onRule: (rule: Rule) => void }) {
  const { numbering, reference } = rule;
  const isStated = reference.project_reference == null && reference.column == null;
  return (
    <div class="row top">
      {!numbering?.positions && (isStated || numbering != null) && (
        <NumberField
          id="first-number"
          label="Number of the first residue"
          hint="Detected from the mutations, otherwise 1"
          min={-MAX_POSITION}
          max={MAX_POSITION}
          value={numbering?.first_position ?? 1}
          onChange={(value) =>
            onRule({ ...rule, numbering: { first_position: Number.isNaN(value) ? null : Math.round(value) } })
          }
        />
      )}
      {isStated && (
        <TextField
          id="save-reference"
          label="Save the reference in the project as"
          hint="Later imports and training runs can use it under this name. Leave this empty to save nothing"
          maxLength={64}
          value={rule.save_reference_as ?? ""}
          onChange={(name) => onRule({ ...rule, save_reference_as: name.trim() || null })}
        />
      )}
    </div>
  );
}
