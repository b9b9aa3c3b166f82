import { useState } from "preact/hooks";
import { DataProblems } from "#client/errors.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { pathIn, projectOf, take, useWorkspace } from "../../lab.ts";
import { Failure, sentenceOf } from "../../parts/failure.tsx";
import { formatBytes } from "../../parts/format.ts";
import { Loading, Page } from "../../parts/page.tsx";
import { say } from "../../parts/toast.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { address, navigate } from "../../router.ts";
import { ChooseFile } from "./chooseFile.tsx";
import { ColumnsForm } from "./columnsForm.tsx";
import { Problems } from "./problems.tsx";

type Preview = components["schemas"]["FilePreview"];

type Step =
  | { name: "choose"; error?: unknown }
  | { name: "previewing"; file: File }
  | { name: "columns"; file: File; preview: Preview; problems: readonly string[] }
  | { name: "importing"; file: File; done: string };

/** Brings a file into a table: what it is, what becomes of its columns, what is wrong with it, and how to fix that. */
export function ImportPage() {
  const workspace = useWorkspace();
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [config, setConfig] = useState<TableConfig | null>(null);
  const asked = address.value.searchParams.get("into") ?? "";
  const [into, setInto] = useState(asked);
  const [project, setProject] = useState("");
  const known = latestOf(
    useResource(`import ${workspace.name}`, async () => {
      const [tables, projects] = await Promise.all([take(workspace.tables()), take(workspace.projects())]);
      return { tables: tables.filter(({ kind }) => kind === "TABLE"), projects };
    }),
  );

  const startAgain = () => {
    setInto(asked);
    setStep({ name: "choose" });
  };

  const choose = async (file: File) => {
    setStep({ name: "previewing", file });
    try {
      const preview = await workspace.preview(file, file.name);
      setConfig(preview.config as TableConfig | null);
      if (into === "") setInto(referenceOf(file.name));
      setStep({ name: "columns", file, preview, problems: preview.problems });
    } catch (error) {
      setStep({ name: "choose", error });
    }
  };

  const send = async (file: File, preview: Preview) => {
    if (!config) return;
    setStep({ name: "importing", file, done: "Sending the file" });
    try {
      const projectId = project || (await projectOf(workspace));
      const load = await workspace.import(
        { name: file.name, content: file },
        {
          into,
          context: { project: projectId },
          config,
          onProgress: () => setStep({ name: "importing", file, done: "Reading rows" }),
        },
      );
      readAgain();
      say(`${file.name} is in ${into}.`, { label: "Undo", run: () => void load.undo().then(readAgain) });
      navigate(pathIn(workspace, "tables", into));
    } catch (error) {
      if (!(error instanceof DataProblems)) {
        return setStep({ name: "columns", file, preview, problems: [sentenceOf(error)] });
      }
      await workspace.load(error.loadId).delete();
      setStep({ name: "columns", file, preview, problems: error.sentences });
    }
  };

  return (
    <Page title="Import a file">
      {step.name === "choose" && (
        <>
          {step.error !== undefined && <Failure error={step.error} retry={false} />}
          <ChooseFile onChoose={(file) => void choose(file)} />
        </>
      )}
      {step.name === "previewing" && <Loading label={`Looking at ${step.file.name}`} />}
      {step.name === "importing" && <Loading label={`${step.done}: ${step.file.name}`} />}
      {step.name === "columns" && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void send(step.file, step.preview);
          }}
        >
          <div class="row">
            <strong>{step.file.name}</strong>
            <span class="muted">
              {step.preview.format ?? "unknown format"} · {formatBytes(step.file.size)}
            </span>
            <button type="button" class="small" onClick={startAgain}>
              Another file
            </button>
          </div>
          <Target
            tables={known?.tables.map(({ reference }) => reference) ?? []}
            projects={known?.projects ?? []}
            into={into}
            project={project}
            onInto={setInto}
            onProject={setProject}
          />
          <Sheets sheets={step.preview.sheets} chosen={config?.sheet ?? null} />
          <Problems sentences={step.problems} config={config} onConfig={setConfig} />
          {config && <ColumnsForm preview={step.preview} config={config} onConfig={setConfig} />}
          {config && (
            <div>
              <button type="submit" class="primary">
                Import
              </button>
            </div>
          )}
        </form>
      )}
    </Page>
  );
}

/** Says which sheet of a workbook is read. */
function Sheets({ sheets, chosen }: { sheets: Preview["sheets"]; chosen: string | number | null }) {
  if (sheets.length < 2) return null;
  const read = typeof chosen === "string" ? chosen : sheets[(chosen ?? 1) - 1]?.name;
  const others = sheets.filter(({ name }) => name !== read).map(({ name }) => `“${name}”`);
  return (
    <p class="notice warn">
      Of this workbook, the sheet “{read}” is read. {others.join(", ")} {others.length === 1 ? "is" : "are"}{" "}
      left out: save a sheet as a file of its own to import it.
    </p>
  );
}

interface TargetProps {
  tables: readonly string[];
  projects: readonly { id: string; name: string }[];
  into: string;
  project: string;
  onInto: (reference: string) => void;
  onProject: (id: string) => void;
}

function Target({ tables, projects, into, project, onInto, onProject }: TargetProps) {
  return (
    <div class="row">
      <div class="field">
        <label for="into">Into the table</label>
        <input
          id="into"
          required
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          maxLength={128}
          title="Letters, digits and underscores; a letter first"
          list="tables"
          value={into}
          aria-describedby="into-hint"
          onInput={({ currentTarget }) => onInto(currentTarget.value)}
        />
        <datalist id="tables">
          {tables.map((reference) => (
            <option key={reference} value={reference} />
          ))}
        </datalist>
      </div>
      {projects.length > 0 && (
        <div class="field">
          <label for="project">Project</label>
          <select
            id="project"
            value={project || projects[0]?.id}
            onChange={({ currentTarget }) => onProject(currentTarget.value)}
          >
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <p id="into-hint" class="small muted">
        {tables.includes(into) ? "Its rows are added to those of the table." : "The table will be created."}
      </p>
    </div>
  );
}

/** Proposes a table's name for a file: `Plate 3.csv` becomes `plate_3`. */
function referenceOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[a-z]/.test(name) ? name : `table_${name}`;
}
