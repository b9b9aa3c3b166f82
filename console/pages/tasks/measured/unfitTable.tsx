import type { Table } from "#client/resources.ts";
import { pathIn, useWorkspace } from "../../../lab.ts";
import { typeWord } from "../../../parts/columnTypes.ts";
import { missingColumns } from "../../columnChoices.ts";

const NEEDS = {
  sequences: "a column of protein sequences (type “sequence (amino acids)”) or of mutations, such as A23G",
  numbers: "a column of numbers (an assay)",
};
/** Maximum number of columns listed. */
const MAX_NAMED = 30;

/** Explains why a table cannot be used for training or analysis, which columns it has, and what to do. */
export function UnfitTable({ table }: { table: Table | undefined }) {
  const workspace = useWorkspace();
  if (table === undefined) {
    return <p>The table does not exist. It may have been renamed or archived: choose another one.</p>;
  }
  const { reference, columns } = table;
  const missing = missingColumns(table);
  const named = columns
    .slice(0, MAX_NAMED)
    .map(({ name, type, metadata }) => `${name} (${typeWord(type, metadata.kind) ?? type.toLowerCase()})`);
  const more = columns.length - named.length;
  return (
    <>
      <p>
        <strong>{reference}</strong> lacks {missing.map((kind) => NEEDS[kind]).join(" and ")}.
      </p>
      <p>
        Its columns: {named.join(", ")}
        {more > 0 && `, and ${more} more`}.
      </p>
      <p>{missing.includes("sequences") ? sequenceAdvice(table) : NUMBER_ADVICE}</p>
      <div class="row">
        <a class="button" href={`${pathIn(workspace, "tables", reference)}?tab=columns`}>
          Columns of {reference}
        </a>
        <a class="button" href={pathIn(workspace, "import")}>
          Import a file
        </a>
        <a class="button" href={pathIn(workspace, "sql")}>
          Write a view
        </a>
      </div>
    </>
  );
}

const NUMBER_ADVICE =
  "Import the measurements into this table, or save a query as a view that joins the table with their numbers.";

function sequenceAdvice({ columns }: Table): string {
  const kinds = new Set(columns.map(({ metadata }) => metadata.kind));
  const others =
    kinds.has("DNA") || kinds.has("RNA")
      ? " Nucleotide sequences are not translated: import the proteins."
      : "";
  const again = columns.some(({ type }) => type === "STRING")
    ? "If a text column contains the sequences, import its file into a new table with the type “sequence (amino acids)”: the import lists the cells that are not sequences."
    : "Import a file with the sequences.";
  return `${again} If they are in another table, save a query as a view that joins both and names the column “sequence”.${others}`;
}
