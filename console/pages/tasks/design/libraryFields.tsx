import { NumberField, TextField } from "../../../parts/form.tsx";

/** Choices for a degenerate library, as in the form. */
export interface LibraryChoice {
  codons: string;
  /** Positions that an earlier task stated, zero-based. */
  positions: number[] | null;
  maxPositions: number;
  maxSize: number;
  well: number;
  oligos: number;
  gene: number;
}

export const NEW_LIBRARY: LibraryChoice = {
  codons: "ANY",
  positions: null,
  maxPositions: 4,
  maxSize: 3_000,
  well: 0,
  oligos: 0,
  gene: 0,
};

/** Returns the parameter of the request. The service validates the codon. */
export function libraryOf({ codons, positions, maxPositions, maxSize, well, oligos, gene }: LibraryChoice) {
  return {
    codons: codons.trim().toUpperCase(),
    ...(positions ? { positions } : { max_positions: maxPositions }),
    max_size: maxSize,
    ...(well + oligos + gene > 0 && { costs: { well, library: oligos, gene } }),
  };
}

interface StatedLibrary {
  codons: string;
  positions: number[] | null;
  max_positions: number | null;
  max_size: number;
  costs: { well: number; library: number; gene: number } | null;
}

/** Returns the choices in an earlier task; null if it had no library. */
export function earlierLibrary(parameters: object | undefined): LibraryChoice | null {
  const { library } = (parameters ?? {}) as { library?: StatedLibrary | null };
  if (!library) return null;
  const { codons, positions, max_positions, max_size, costs } = library;
  return {
    codons,
    positions,
    maxPositions: max_positions ?? NEW_LIBRARY.maxPositions,
    maxSize: max_size,
    well: costs?.well ?? 0,
    oligos: costs?.library ?? 0,
    gene: costs?.gene ?? 0,
  };
}

interface LibraryFieldsProps {
  library: LibraryChoice | null;
  onChange: (library: LibraryChoice | null) => void;
}

/** Fields for a degenerate library beside the designs. */
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
      <label class="check">
        <input
          type="checkbox"
          checked={library !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? NEW_LIBRARY : null)}
        />
        Also choose a degenerate library, to compare it with the designs
      </label>
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
