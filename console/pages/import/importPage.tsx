import { useEffect } from "preact/hooks";
import { DataProblems } from "#client/errors.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Failure, sentenceOf } from "../../parts/failure.tsx";
import { Field, Select } from "../../parts/form.tsx";
import { formatBytes, plural } from "../../parts/format.ts";
import { Loading, Page } from "../../parts/page.tsx";
import { chosenProject, openProjects, type Project, ProjectField } from "../../parts/projectField.tsx";
import { say } from "../../parts/toast.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { address, navigate } from "../../router.ts";
import { ChooseFile } from "./chooseFile.tsx";
import { ColumnsForm } from "./columnsForm.tsx";
import { endCheck, endOfCheck, type FileCheck, fileCheck, startCheck } from "./fileCheck.ts";
import { draftOf, type ImportDraft, importDraft, type Preview } from "./importDraft.ts";
import { PROBLEMS_ID, Problems } from "./problems.tsx";
import { tableEffect } from "./tableEffect.ts";

type Table = components["schemas"]["Table"];

/** Brings a file into a table: what it is, what becomes of its columns, what is wrong with it, and how to fix that. */
export function ImportPage() {
  const workspace = useWorkspace();
  const draft = draftOf(workspace.name);
  const { step, config, project } = draft;
  const asked = address.value.searchParams.get("into") ?? "";
  const into = draft.into ?? asked;
  const change = (changes: Partial<ImportDraft>) => {
    importDraft.value = { ...draftOf(workspace.name), ...changes };
  };
  const setConfig = (next: TableConfig) => change({ config: next });
  const known = latestOf(
    useResource(`import ${workspace.name}`, async () => {
      const [tables, projects] = await Promise.all([take(workspace.tables()), openProjects(workspace)]);
      return { tables: tables.filter(({ kind }) => kind === "TABLE"), projects };
    }),
  );

  const choose = async (file: File, sheet?: string) => {
    change({ step: { name: "previewing", file } });
    try {
      const preview = await workspace.preview(file, file.name, sheet);
      change({
        config: preview.config as TableConfig | null,
        into: into || referenceOf(file.name),
        step: { name: "columns", file, preview, problems: preview.problems, isPreview: true },
      });
    } catch (error) {
      change({ step: { name: "choose", error } });
    }
  };

  const send = async (file: File, preview: Preview) => {
    if (!config) return;
    const refuse = (problems: readonly string[], isPreview = false) => {
      change({ step: { name: "columns", file, preview, problems, isPreview } });
      // Once it is shown.
      setTimeout(() => document.getElementById(PROBLEMS_ID)?.focus());
    };
    change({ step: { name: "importing", file, done: "Checking all rows" }, into });
    const checked = await endOfCheck();
    if (checked?.state === "checked" && checked.sentences.length > 0) return refuse(checked.sentences, true);
    change({ step: { name: "importing", file, done: "Sending the file" } });
    const isShown = () => window.location.pathname === pathIn(workspace, "import");
    try {
      const load = await workspace.import(
        { name: file.name, content: file },
        {
          into,
          context: { project: await chosenProject(workspace, project) },
          config,
          onProgress: () => change({ step: { name: "importing", file, done: "Reading rows" } }),
        },
      );
      const { warnings } = await load.get();
      const wasShown = isShown();
      endCheck();
      importDraft.value = null;
      readAgain();
      say([`${file.name} is in ${into}.`, ...(warnings ?? [])].join(" "), {
        label: "Undo",
        run: () => void load.undo().then(readAgain),
      });
      if (wasShown) navigate(pathIn(workspace, "tables", into));
    } catch (error) {
      if (!(error instanceof DataProblems)) {
        return refuse([sentenceOf(error)]);
      }
      await workspace.load(error.loadId).delete();
      refuse(error.sentences);
    }
  };

  const file = step.name === "columns" ? step.file : null;
  useEffect(() => {
    if (!file) return;
    if (config && into) startCheck({ file, name: file.name, into, config });
    else endCheck();
  }, [file, config, into]);
  const found = fileCheck.value;
  const problems =
    step.name !== "columns"
      ? []
      : step.isPreview && found?.state === "checked"
        ? found.sentences
        : step.problems;

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
            <button
              type="button"
              class="small"
              onClick={() => {
                endCheck();
                importDraft.value = null;
              }}
            >
              Another file
            </button>
          </div>
          <Target
            tables={known?.tables ?? []}
            config={config}
            projects={known?.projects}
            into={into}
            project={project}
            onInto={(reference) => change({ into: reference })}
            onProject={(id) => change({ project: id })}
          />
          <Sheets sheets={step.preview.sheets} onChoose={(sheet) => void choose(step.file, sheet)} />
          <Problems sentences={problems} config={config} onConfig={setConfig} />
          {config && <ColumnsForm preview={step.preview} config={config} onConfig={setConfig} />}
          {config && (
            <div class="row">
              <button type="submit" class="primary" disabled={config.columns.length === 0}>
                Import
              </button>
              <CheckedSoFar check={found} />
            </div>
          )}
        </form>
      )}
    </Page>
  );
}

/** Tells how far the check of all rows is, or what it has found. */
function CheckedSoFar({ check }: { check: FileCheck | null }) {
  return (
    <span class="muted" role="status">
      {check?.state === "running" && `Checking all rows: ${Math.floor(100 * check.share)} %`}
      {check?.state === "checked" &&
        check.sentences.length === 0 &&
        `✓ ${plural(check.rows, "row")} checked, nothing to correct`}
    </span>
  );
}

/** Choice of the sheet of a workbook that is read. */
function Sheets({ sheets, onChoose }: { sheets: Preview["sheets"]; onChoose: (sheet: string) => void }) {
  if (sheets.length < 2) return null;
  const labels = sheets.map(({ name, hidden }) => [name, hidden ? `${name} (hidden)` : name]);
  return (
    <Field id="sheet" label="Sheet" hint="One sheet is imported at a time; the others are left out.">
      <Select
        id="sheet"
        value={sheets.find(({ chosen }) => chosen)?.name ?? ""}
        options={Object.fromEntries(labels)}
        onChange={onChoose}
      />
    </Field>
  );
}

interface TargetProps {
  tables: readonly Table[];
  config: TableConfig | null;
  /** Undefined as long as they are read. */
  projects: readonly Project[] | undefined;
  into: string;
  project: string;
  onInto: (reference: string) => void;
  onProject: (id: string) => void;
}

function Target({ tables, config, projects, into, project, onInto, onProject }: TargetProps) {
  return (
    <div class="row top">
      <Field
        id="into"
        label="Into the table"
        hint={tableEffect(
          tables.find(({ reference }) => reference === into),
          config,
        )}
      >
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
          {tables.map(({ reference }) => (
            <option key={reference} value={reference} />
          ))}
        </datalist>
      </Field>
      {projects && <ProjectField projects={projects} value={project} onChange={onProject} />}
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
