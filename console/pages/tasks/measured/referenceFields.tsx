import { CHAIN_BREAK, joinChains } from "@pdp/basics/proteins";
import type { ProteinColumns } from "#client/requests/proteinColumns.ts";
import { Field } from "../../../parts/form.tsx";
import { plural } from "../../../parts/format.ts";

interface ReferenceFieldsProps {
  /** Protein that variants are compared with; two chains are joined. */
  reference: string;
  isProposed: boolean;
  /** How the reference is used. */
  words: string;
  problem: string | null;
  /** Columns with the sequences of the variants; null if mutations define them. */
  columns: ProteinColumns | null;
  onChange: (reference: string) => void;
}

/** Text fields for the protein that variants are compared with: one for each chain. */
export function ReferenceFields(props: ReferenceFieldsProps) {
  const { reference, columns } = props;
  const isPair = reference.includes(CHAIN_BREAK) || (columns !== null && typeof columns !== "string");
  return isPair ? <ChainFields {...props} /> : <ReferenceField {...props} />;
}

const PROPOSED = "; proposed from the rows";

function ReferenceField({ reference, isProposed, words, problem, onChange }: ReferenceFieldsProps) {
  return (
    <Field
      id="reference"
      label="Reference protein"
      hint={`${reference.trim().length} residues${isProposed ? PROPOSED : ""}. ${words}`}
      problem={problem ?? ""}
    >
      <textarea
        id="reference"
        class="mono"
        rows={3}
        aria-describedby="reference-hint"
        aria-invalid={problem !== null}
        value={reference}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

function ChainFields({ reference, isProposed, columns, onChange }: ReferenceFieldsProps) {
  const [vh = "", vl = ""] = reference.split(CHAIN_BREAK);
  const chainColumns = columns !== null && typeof columns !== "string" ? columns : { vh: null, vl: null };
  const chains = [
    { id: "reference-vh", label: "Reference, heavy chain", text: vh, column: chainColumns.vh },
    { id: "reference-vl", label: "Reference, light chain", text: vl, column: chainColumns.vl },
  ];
  const change = (index: number, text: string) => {
    const typed = text.replaceAll(CHAIN_BREAK, "").replace(/\s/g, "");
    onChange(index === 0 ? joinChains(typed, vl) : joinChains(vh, typed));
  };
  return (
    <>
      {chains.map(({ id, label, text, column }, index) => (
        <Field
          key={id}
          id={id}
          label={label}
          hint={`${plural(text.length, "residue")}${isProposed ? PROPOSED : ""}. ${column === null ? "" : `Compared with the column ${column}. `}Empty if there is none.`}
        >
          <textarea
            id={id}
            class="mono"
            rows={3}
            spellcheck={false}
            aria-describedby={`${id}-hint`}
            value={text}
            onInput={({ currentTarget }) => change(index, currentTarget.value)}
          />
        </Field>
      ))}
    </>
  );
}
