import { useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Field, SelectField } from "../../../parts/form.tsx";
import { plural } from "../../../parts/format.ts";
import type { Project } from "../../../parts/openProjects.ts";
import { type ChainSequence, longestChain } from "../../structures/longestChain.ts";

interface ReferenceChoiceProps {
  /** References of the project. */
  references: NonNullable<Project["references"]>;
  /** ID of the selected structure; empty for none. */
  structure: string;
  text: string;
  problem: string | null;
  onChange: (text: string) => void;
  /** Called with the chain of the structure, if it is used. */
  onChain: (chain: ChainSequence) => void;
}

const OTHER = "";

/** Field for the protein that is changed: a reference of the project, a sequence, or the chain of the structure. */
export function ReferenceChoice({
  references,
  structure,
  text,
  problem,
  onChange,
  onChain,
}: ReferenceChoiceProps) {
  const workspace = useWorkspace();
  const known = references.find(({ monomer }) => monomer === text);
  const useChain = async () => onChain(await longestChain(await workspace.structures.file(structure)));
  return (
    <>
      {references.length > 0 && (
        <SelectField
          id="known-reference"
          label="Reference"
          value={known?.name ?? OTHER}
          options={{
            ...Object.fromEntries(references.map(({ name }) => [name, name])),
            [OTHER]: "another sequence",
          }}
          onChange={(name) =>
            onChange(references.find((reference) => reference.name === name)?.monomer ?? "")
          }
        />
      )}
      <Field
        id="reference"
        label="Reference protein"
        hint={`${plural(text.trim().length, "residue")}. The protein that you have: designs are variants of it. A structure may lack residues, or have mutations.`}
        problem={problem}
      >
        <textarea
          id="reference"
          class="mono"
          rows={3}
          spellcheck={false}
          aria-describedby="reference-hint"
          aria-invalid={problem !== null}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Field>
      {structure !== "" && text.trim() === "" && (
        <div>
          <ActionButton busy="Reading…" run={useChain}>
            Use the sequence of the structure
          </ActionButton>
        </div>
      )}
    </>
  );
}
