import { FORMATS } from "@pdp/formats/options";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { exampleFile } from "./exampleData.ts";

/** Accepts a file: dropped, chosen, pasted as cells, or the example. */
/** Endings of files that can be imported. */
const ENDINGS = [...Object.values(FORMATS).flatMap(({ extensions }) => extensions), "gz", "zip"]
  .map((ending) => `.${ending}`)
  .join();

export function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState("");
  return (
    <>
      <section
        class={`card drop ${isOver ? "over" : ""}`}
        aria-label="File"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer?.files[0];
          if (file) onChoose(file);
        }}
      >
        <Icon name="import" />
        <div class="field">
          <label for="file">Choose a file, or drop it here</label>
          <input
            id="file"
            type="file"
            accept={ENDINGS}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) onChoose(file);
            }}
          />
        </div>
        <p class="small muted">
          CSV, TSV, XLSX, Parquet, NDJSON, FASTA, FASTQ, alignments, GenBank, PDB or mmCIF, at most 100 MB.
          Nothing is loaded until you confirm.
        </p>
      </section>
      <section class="card">
        <header>
          <h2>Or paste cells</h2>
        </header>
        <div class="body">
          <label for="cells" class="hidden-text">
            Cells from a spreadsheet, with their header
          </label>
          <textarea
            id="cells"
            rows={5}
            class="mono"
            placeholder={"mutations\ttm\nS238A\t58.9"}
            value={pasted}
            onInput={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <div class="row">
            <button
              type="button"
              disabled={pasted.trim() === ""}
              onClick={() => onChoose(new File([pasted], pasted.includes("\t") ? "cells.tsv" : "cells.csv"))}
            >
              Use these cells
            </button>
          </div>
        </div>
      </section>
      <section class="card">
        <header>
          <h2>Or try an example</h2>
        </header>
        <div class="body">
          <p>A thousand invented variants of an invented enzyme, with activity and thermostability.</p>
          <div>
            <button type="button" onClick={() => void exampleFile().then(onChoose)}>
              Load example data
            </button>
          </div>
        </div>
      </section>
    </>
  );
}
