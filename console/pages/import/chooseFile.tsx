import { FORMATS } from "@pdp/formats/options";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.tsx";
import { Icon } from "../../parts/icon.tsx";
import { exampleFile } from "./exampleData.ts";

/** Extensions of files that can be imported. */
const EXTENSIONS = [...Object.values(FORMATS).flatMap(({ extensions }) => extensions), "gz", "zip"]
  .map((extension) => `.${extension}`)
  .join();

interface FileProps {
  onChoose: (file: File) => void;
}

/** Accepts a file: dropped, chosen, pasted as cells, or the example. */
export function ChooseFile({ onChoose }: FileProps) {
  return (
    <>
      <DropFile onChoose={onChoose} />
      <PasteCells onChoose={onChoose} />
      <Card title="Or try an example">
        <p>A thousand invented variants of an invented enzyme, with activity and thermostability.</p>
        <div>
          <button type="button" onClick={() => void exampleFile().then(onChoose)}>
            Load example data
          </button>
        </div>
      </Card>
    </>
  );
}

function DropFile({ onChoose }: FileProps) {
  const [isOver, setOver] = useState(false);
  const choose = (file: File | undefined) => file && onChoose(file);
  return (
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
        choose(event.dataTransfer?.files[0]);
      }}
    >
      <Icon name="import" />
      <div class="field">
        <label for="file">Choose a file, or drop it here</label>
        <input
          id="file"
          type="file"
          accept={EXTENSIONS}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </div>
      <p class="small muted">
        CSV, TSV, XLSX, Parquet, NDJSON, FASTA, FASTQ, alignments, GenBank, PDB or mmCIF, at most 100 MB.
        Nothing is loaded until you confirm.
      </p>
    </section>
  );
}

function PasteCells({ onChoose }: FileProps) {
  const [cells, setCells] = useState("");
  return (
    <Card title="Or paste cells">
      <label for="cells" class="hidden-text">
        Cells from a spreadsheet, with their header
      </label>
      <textarea
        id="cells"
        rows={5}
        class="mono"
        placeholder={"mutations\ttm\nS238A\t58.9"}
        value={cells}
        onInput={({ currentTarget }) => setCells(currentTarget.value)}
      />
      <div class="row">
        <button
          type="button"
          disabled={cells.trim() === ""}
          onClick={() => onChoose(new File([cells], cells.includes("\t") ? "cells.tsv" : "cells.csv"))}
        >
          Use these cells
        </button>
      </div>
    </Card>
  );
}
