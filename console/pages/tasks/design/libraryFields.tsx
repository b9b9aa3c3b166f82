import { Checkbox, NumberField, TextField } from "../../../parts/form.tsx";
import { type LibraryChoice, NEW_LIBRARY } from "./libraryChoice.ts";

interface LibraryFieldsProps {
  library: LibraryChoice | null;
  onChange: (library: LibraryChoice | null) => void;
}

/** Fields for a degenerate library in addition to the designs. */
export function LibraryFields({ library, onChange }: LibraryFieldsProps) {
  const number = (
    name: Exclude<keyof LibraryChoice, "codons" | "positions">,
    label: string,
    min: number,
    max: number,
  ) => (
    <NumberField
      id={`library-${name}`}
      label={label}
      min={min}
      max={max}
      value={library?.[name] ?? 0}
      onChange={(value) => library && onChange({ ...library, [name]: value })}
    />
  );
  return (
    <>
      <Checkbox checked={library !== null} onChange={(isChecked) => onChange(isChecked ? NEW_LIBRARY : null)}>
        Also choose a degenerate library, to compare it with the designs
      </Checkbox>
      {library && (
        <div class="row top">
          <TextField
            id="library-codons"
            label="Codons"
            hint="NNK, NDT, 22C or another codon in IUPAC letters; ANY chooses the best codon for each position"
            maxLength={3}
            value={library.codons}
            onChange={(codons) => onChange({ ...library, codons })}
          />
          {library.positions ? (
            <p class="small">The positions are those of the earlier task.</p>
          ) : (
            number("maxPositions", "Maximum positions", 1, 8)
          )}
          {number("maxSize", "Maximum combinations of codons", 2, 40_000)}
          {number("well", "Cost of screening a clone or a design", 0, 1e9)}
          {number("oligos", "Cost of the oligos of a library", 0, 1e9)}
          {number("gene", "Cost of a gene", 0, 1e9)}
        </div>
      )}
    </>
  );
}
