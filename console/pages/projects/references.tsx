import { Numbering, readFasta } from "@pdp/basics/proteins";
import { useState } from "preact/hooks";
import { putReference, setReferences } from "#client/projectReferences.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { NumberField, TextField } from "../../parts/form.tsx";
import type { Project } from "../../parts/openProjects.ts";
import { readAgain } from "../../resource.ts";

const MAX_POSITION = 100_000;

/** References of a project: its proteins and the numbering of their residues. */
export function References({ project }: { project: Project }) {
  const workspace = useWorkspace();
  const { id, references = [] } = project;
  const remove = async (name: string) => {
    await setReferences(
      workspace,
      id,
      references.filter((reference) => reference.name !== name),
    );
    readAgain();
  };
  return (
    <Card title="References" id="references">
      <p class="small muted">
        The proteins that mutations refer to, and their residue numbers. Imports use them to compute
        sequences.
      </p>
      {references.map((reference) => (
        <div class="row" key={reference.name}>
          <strong>{reference.name}</strong>
          <span>
            {reference.monomer.length} residues, {new Numbering(reference).describe(reference.monomer.length)}
          </span>
          <ActionButton class="small" run={() => remove(reference.name)}>
            Remove {reference.name}
          </ActionButton>
        </div>
      ))}
      <NewReference project={project} />
    </Card>
  );
}

function NewReference({ project }: { project: Project }) {
  const workspace = useWorkspace();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [first, setFirst] = useState(1);
  const read = text.trim() === "" ? null : readFasta(text);
  const problem = read !== null && "reason" in read ? `The text ${read.reason}.` : null;
  const isBadName = /\s/.test(name.trim());
  const save = async () => {
    if (read === null || "reason" in read) return;
    await putReference(workspace, project.id, {
      name: name.trim(),
      monomer: read.sequence,
      first_position: first,
    });
    setName("");
    setText("");
    setFirst(1);
    readAgain();
  };
  return (
    <>
      <div class="row top">
        <TextField
          id="reference-name"
          label="Name of a reference"
          hint="Such as wild-type, without spaces"
          problem={isBadName ? "A name must not contain spaces." : null}
          maxLength={64}
          value={name}
          onChange={setName}
        />
        <NumberField
          id="reference-first"
          label="Number of the first residue"
          min={-MAX_POSITION}
          max={MAX_POSITION}
          value={first}
          onChange={setFirst}
        />
      </div>
      <SequenceField text={text} problem={problem} onChange={setText} />
      <div>
        <ActionButton
          run={save}
          disabled={
            name.trim() === "" || isBadName || read === null || problem !== null || !Number.isInteger(first)
          }
        >
          Save the reference
        </ActionButton>
      </div>
    </>
  );
}

interface SequenceFieldProps {
  text: string;
  problem: string | null;
  onChange: (text: string) => void;
}

function SequenceField({ text, problem, onChange }: SequenceFieldProps) {
  return (
    <>
      <label for="reference-sequence">Sequence or FASTA</label>
      <textarea
        id="reference-sequence"
        rows={3}
        spellcheck={false}
        aria-invalid={problem !== null}
        aria-describedby="reference-sequence-hint"
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p id="reference-sequence-hint" class={`small ${problem ? "danger-text" : "muted"}`}>
        {problem ?? "Amino acids in one-letter code"}
      </p>
    </>
  );
}
