import { SelectField } from "../../parts/form.tsx";
import { ALL_SHEETS, chosenSheet } from "./chosenPart.ts";
import type { Preview } from "./importDraft.ts";

/** Selector for one of several tables in a text file. */
export function SectionChoice({
  sections,
  onChoose,
}: {
  sections: Preview["sections"];
  onChoose: (headerRow: string) => void;
}) {
  if (sections.length < 2) return null;
  const labels = sections.map(({ name, header_row: row }) => [String(row), `${name} (line ${row})`]);
  return (
    <SelectField
      id="section"
      label="Section"
      hint="Only one table of the file is imported at a time."
      value={String(sections.find(({ chosen }) => chosen)?.header_row ?? "")}
      options={Object.fromEntries(labels)}
      onChange={onChoose}
    />
  );
}

/** Selector for the workbook sheet to read. */
export function SheetChoice({
  sheets,
  onChoose,
}: {
  sheets: Preview["sheets"];
  onChoose: (sheet: string) => void;
}) {
  if (sheets.length < 2) return null;
  const labels = [
    ...sheets.map(({ name, hidden }) => [name, hidden ? `${name} (hidden)` : name]),
    [ALL_SHEETS, "All sheets with plates"],
  ];
  return (
    <SelectField
      id="sheet"
      label="Sheet"
      hint="One sheet is imported at a time, or all plates with the sheets that describe their wells."
      value={chosenSheet({ sheets }) ?? ""}
      options={Object.fromEntries(labels)}
      onChange={onChoose}
    />
  );
}
