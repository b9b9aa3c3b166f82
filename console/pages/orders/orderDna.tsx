import { useState } from "preact/hooks";
import type { Order } from "#client/orders.ts";
import type { components } from "#client/schema.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Field, SelectField, TextField } from "../../parts/form.tsx";
import { useKeptChoices } from "../../parts/keptState.ts";
import { saveFile } from "../../parts/saveFile.ts";
import { type DnaChoices, dnaRequest, HOSTS, NEW_DNA, primersRequest } from "./dnaChoices.ts";

type Schemas = components["schemas"];

/** What was written, and the sentences to show beside it. */
interface Written {
  file: Schemas["OrderDna"]["file"];
  summary: string;
  remarks: { name: string; text: string }[];
}

/** Forms that write an order as DNA or as mutagenesis primers. */
export function OrderDna({ order }: { order: Order }) {
  const workspace = useWorkspace();
  const [choices, choose] = useKeptChoices<DnaChoices>(`dna of ${order.id}`, NEW_DNA);
  const [written, setWritten] = useState<Written | null>(null);
  const writeDna = async () => {
    const answer = await workspace.orders.dna(order.id, dnaRequest(choices) as Schemas["OrderDnaRequest"]);
    setWritten(writtenDna(answer));
  };
  const writePrimers = async () => {
    const body = primersRequest(choices) as Schemas["OrderPrimersRequest"];
    setWritten(writtenPrimers(await workspace.orders.primers(order.id, body)));
  };
  return (
    <section class="card" aria-labelledby="dna">
      <header>
        <h2 id="dna">DNA and primers</h2>
      </header>
      <div class="body stack">
        <CodonFields choices={choices} choose={choose} />
        <GeneFields choices={choices} choose={choose} />
        <div>
          <ActionButton class="primary" busy="Writing…" run={writeDna}>
            Write DNA
          </ActionButton>
        </div>
        <PrimerFields choices={choices} choose={choose} />
        <div>
          <ActionButton busy="Designing…" run={writePrimers} disabled={choices.template.trim() === ""}>
            Design primers
          </ActionButton>
        </div>
        {written && <WrittenFile written={written} />}
      </div>
    </section>
  );
}

interface FieldsProps {
  choices: DnaChoices;
  choose: (changes: Partial<DnaChoices>) => void;
}

function CodonFields({ choices, choose }: FieldsProps) {
  const { host, genes, avoid, library } = choices;
  return (
    <div class="row top">
      <SelectField<string>
        id="host"
        label="Host"
        value={host}
        options={HOSTS}
        onChange={(next) => choose({ host: next })}
      />
      {host === "GENES" && (
        <TextField
          id="genes"
          label="Table with its coding sequences"
          hint="Import a FASTA file of genes; their codons are counted"
          value={genes}
          onChange={(next) => choose({ genes: next })}
        />
      )}
      <TextField
        id="avoid"
        label="Avoid"
        hint="Restriction enzymes or sequences, such as BsaI, NdeI"
        value={avoid}
        onChange={(next) => choose({ avoid: next })}
      />
      <TextField
        id="library"
        label="Degenerate codons"
        hint="Positions of the parent with their codons, such as 39:NNK, 40:22C; positions count from 1"
        value={library}
        onChange={(next) => choose({ library: next })}
      />
    </div>
  );
}

function GeneFields({ choices, choose }: FieldsProps) {
  return (
    <div class="row top">
      <TextField
        id="dna-prefix"
        label="Bases in front"
        value={choices.prefix}
        onChange={(prefix) => choose({ prefix })}
      />
      <TextField
        id="dna-suffix"
        label="Bases after"
        value={choices.suffix}
        onChange={(suffix) => choose({ suffix })}
      />
      <SelectField<string>
        id="stop"
        label="Stop codon"
        value={choices.stop}
        options={{ TAA: "TAA", TGA: "TGA", TAG: "TAG", none: "None" }}
        onChange={(stop) => choose({ stop })}
      />
      <TextField
        id="gc"
        label="GC content in %"
        hint="Such as 35-65; empty for any"
        value={choices.gc}
        onChange={(gc) => choose({ gc })}
      />
    </div>
  );
}

function PrimerFields({ choices, choose }: FieldsProps) {
  return (
    <div class="row top">
      <Field
        id="template"
        label="Plasmid with the parent"
        hint="Its complete circular sequence, as text or FASTA, for mutagenesis primers"
      >
        <textarea
          id="template"
          rows={3}
          class="mono"
          spellcheck={false}
          aria-describedby="template-hint"
          value={choices.template}
          onInput={({ currentTarget }) => choose({ template: currentTarget.value })}
        />
      </Field>
      <SelectField<string>
        id="method"
        label="Primers"
        value={choices.method}
        options={{ BACK_TO_BACK: "Back to back, ligated", OVERLAPPING: "Overlapping, assembled" }}
        onChange={(method) => choose({ method })}
      />
      <SelectField<string>
        id="primer-plate"
        label="Plates of primers"
        value={choices.plate}
        options={{ 96: "96 wells", 384: "384 wells", none: "None" }}
        onChange={(plate) => choose({ plate })}
      />
    </div>
  );
}

function WrittenFile({ written: { file, summary, remarks } }: { written: Written }) {
  return (
    <>
      <p class="row" role="status">
        <span>{summary}</span>
        <button type="button" onClick={() => saveFile(file.filename, "text/csv", file.content)}>
          Save {file.filename}
        </button>
      </p>
      {file.note !== null && <p class="notice warn">{file.note}</p>}
      {remarks.length > 0 && (
        <ul class="small">
          {remarks.map(({ name, text }) => (
            <li key={`${name} ${text}`}>
              {name}: {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function writtenDna({ rows, file }: Schemas["OrderDna"]): Written {
  const remarks = rows.flatMap(({ name, problem, vendor_problem: broken }) => {
    const text = problem ?? broken;
    return text === null ? [] : [{ name, text }];
  });
  const count = rows.length - remarks.length;
  return { file, remarks, summary: `${count} of ${rows.length} sequences were written and translated back.` };
}

function writtenPrimers({ designs, primers, file }: Schemas["OrderPrimers"]): Written {
  const remarks = designs.flatMap(({ name, problem, warnings }) =>
    [...(problem === null ? [] : [problem]), ...warnings].map((text) => ({ name, text })),
  );
  const made = designs.filter(({ problem }) => problem === null).length;
  const summary = `${primers.length} primers for ${made} of ${designs.length} designs; every reaction was simulated.`;
  return { file, remarks, summary };
}
