/** Layout of a vendor's file, as described by the vendor. */
export interface VendorLayout {
  columns: readonly string[];
  /** Cells of a row. */
  row: (name: string, dna: string) => readonly (string | number)[];
  minBases: number;
  maxBases: number;
  /** Where the layout and its limits are described, and when that was read. */
  source: string;
  /** What remains to do with the file. */
  note: string;
}

/** Vendors by name. A layout that could not be read is null: its file has names and sequences. */
export const VENDORS = {
  AGILENT_POOL: {
    columns: ["SequenceName", "Sequence", "Replication"],
    row: (name, dna) => [name, dna, 1],
    minBases: 30,
    maxBases: 230,
    source:
      "https://earray.chem.agilent.com/suredesign/help/Permitted_formats_for_oligo_sequences_upload_files.htm, read on 2026-11-29",
    note: "Save the file in a ZIP archive before you upload it.",
  },
  TWIST: null,
  IDT: null,
  GENSCRIPT: null,
  EUROFINS: null,
} as const satisfies Record<string, VendorLayout | null>;

export type Vendor = keyof typeof VENDORS;

export const VENDOR_NAMES = Object.keys(VENDORS) as Vendor[];

/** Returns the layout of a vendor; null without a vendor, or if its layout could not be read. */
export const vendorLayout = (vendor: Vendor | null): VendorLayout | null => (vendor ? VENDORS[vendor] : null);

/** Describes which limit of a vendor DNA breaks; null if it breaks none, or if none are known. */
export function vendorProblem(vendor: Vendor | null, dna: string): string | null {
  const layout = vendorLayout(vendor);
  if (layout === null) return null;
  const { minBases, maxBases } = layout;
  if (dna.length < minBases || dna.length > maxBases)
    return `${vendor} accepts ${minBases} to ${maxBases} bases, but this has ${dna.length}.`;
  const foreign = /[^ACGT]/.exec(dna);
  return foreign && `${vendor} accepts only A, C, G and T, but base ${foreign.index + 1} is ${foreign[0]}.`;
}

/** Returns what to check before a file is sent to a vendor; null without a vendor. */
export function vendorNote(vendor: Vendor | null): string | null {
  if (vendor === null) return null;
  const layout = vendorLayout(vendor);
  return layout
    ? `${layout.note} Layout and limits: ${layout.source}.`
    : `The layout of ${vendor} files has not been verified. Check the columns and the limits of the vendor before you send it.`;
}
