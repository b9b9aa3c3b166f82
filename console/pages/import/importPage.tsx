import { useEffect, useMemo } from "preact/hooks";
import { ImportDeclined } from "#client/errors.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { LoadHandle } from "#client/loadHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { isBadProject } from "../../parts/chosenProject.ts";
import { Failure } from "../../parts/failure.tsx";
import { problemOfName, TABLE_NAME } from "../../parts/names.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { Loading, Page } from "../../parts/page.tsx";
import { say } from "../../parts/toast.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { address, navigate } from "../../router.ts";
import { chosenOwner, importContext } from "../rounds/chosenOwner.ts";
import { changedFile } from "./changedFile.ts";
import { badRowsOf, canBeLoaded, leavesOut } from "./checkedRows.ts";
import { CheckedSoFar } from "./checkedSoFar.tsx";
import { ChooseFile } from "./chooseFile.tsx";
import { chosenSection, chosenSheet } from "./chosenPart.ts";
import { ColumnsForm } from "./columnsForm.tsx";
import { Exceptions, RowRules } from "./exceptions.tsx";
import { endCheck, endOfCheck, fileCheck, startCheck } from "./fileCheck.ts";
import { fitRule } from "./fitRule.ts";
import { fitTable, nearestTable } from "./fitTable.ts";
import { NO_PROBLEMS, problemsOfError, problemsOfPreview } from "./foundProblems.ts";
import {
  draftOf,
  type FoundProblems,
  type ImportDraft,
  type ImportStep,
  importDraft,
} from "./importDraft.ts";
import { ImportedFile } from "./importedFile.tsx";
import { importRemarks } from "./importRemarks.ts";
import { referenceOf, tablesOf } from "./importTables.ts";
import { ImportTarget } from "./importTarget.tsx";
import { keepChoices } from "./keepChoices.ts";
import { PROBLEMS_ID, Problems } from "./problems.tsx";
import { Replicates } from "./replicates.tsx";
import { useRolesOfBoth } from "./rolesOfBoth.ts";
import { SeldomMeant } from "./seldomMeant.tsx";
import { SequenceRule } from "./sequenceRule.tsx";
import { SectionChoice, SheetChoice } from "./sheetChoice.tsx";
import { Warnings } from "./warnings.tsx";

/** Shared so that every render uses the same list instance. */
const NO_REFERENCES: readonly never[] = [];

type ColumnsStep = Extract<ImportStep, { name: "columns" }>;

/** Imports a file into a table: shows its format, future columns and problems, and how to fix the problems. */
export function ImportPage() {
  const workspace = useWorkspace();
  const draft = draftOf(workspace.name);
  const { step, project } = draft;
  const asked = address.value.searchParams.get("into") ?? "";
  const into = draft.into ?? asked;
  const change = (changes: Partial<ImportDraft>) => {
    importDraft.value = { ...draftOf(workspace.name), ...changes };
  };
  const setConfig = (next: TableConfig) => change({ config: next });
  const known = latestOf(
    useResource(`import ${workspace.name}`, async () => {
      const [tables, projects] = await Promise.all([tablesOf(workspace), openProjects(workspace)]);
      return { tables, projects };
    }),
  );

  const table = known?.tables.find(({ reference }) => reference === into);
  const owner = known?.projects.find(({ id }) => id === project) ?? known?.projects[0];
  const references = owner?.references ?? NO_REFERENCES;
  const seen = step.name === "columns" ? step.preview : null;
  const roles = useRolesOfBoth(seen, table);
  const config = useMemo(() => {
    const fitted = draft.config && fitTable(draft.config, table, roles);
    return fitted && seen ? fitRule(fitted, seen) : fitted;
  }, [draft.config, table, seen, roles]);

  const choose = async (
    file: File,
    sheet?: string,
    headerRow?: string,
    { reference = "", positions = "" }: { reference?: string; positions?: string } = {},
  ) => {
    change({ step: { name: "previewing", file } });
    try {
      // A sheet without cells has no preview that lists the other sheets.
      const others = step.name === "columns" ? step.preview.sheets : [];
      const projects = known?.projects ?? (await openProjects(workspace));
      const owner = projects.find(({ id }) => id === project) ?? projects[0];
      const asked = {
        ...(sheet !== undefined && { sheet }),
        ...(headerRow !== undefined && { header_row: headerRow }),
        ...(owner && { project_id: owner.id }),
        ...(reference !== "" && { reference }),
        ...(positions !== "" && { positions }),
      };
      const [found, tables] = await Promise.all([
        workspace.preview(file, file.name, asked),
        known?.tables ?? tablesOf(workspace),
      ]);
      const sheets =
        found.sheets.length > 0
          ? found.sheets
          : others.map((one) => ({ ...one, chosen: one.name === sheet }));
      const preview = { ...found, sheets };
      const proposed = preview.config as TableConfig | null;
      const near = proposed && nearestTable(tables, proposed);
      change({
        config: reference || positions ? keepChoices(draft.config, proposed) : proposed,
        into: into || (near?.reference ?? referenceOf(file.name)),
        step: {
          name: "columns",
          file,
          preview,
          problems: problemsOfPreview(preview),
          isPreview: true,
        },
      });
    } catch (error) {
      change({ step: { name: "choose", error: (await changedFile(file)) ?? error } });
    }
  };

  const send = async (checkedStep: ColumnsStep) => {
    if (!config) return;
    const { file } = checkedStep;
    const refuse = (problems: FoundProblems, isPreview = false) => {
      change({ step: { ...checkedStep, problems, isPreview } });
      // The element can receive focus only after it is rendered.
      setTimeout(() => document.getElementById(PROBLEMS_ID)?.focus());
    };
    change({ step: { name: "importing", file, done: "Checking all rows" }, into });
    const checked = await endOfCheck();
    if (checked?.state === "checked" && !canBeLoaded(checked, config)) return refuse(checked.problems, true);
    change({ step: { name: "importing", file, done: "Uploading the file" } });
    // The request already contains the columns for decimals.
    const { decimals, ...sent } = config;
    let confirmed: readonly string[] = [];
    let created: LoadHandle | undefined;
    const isShown = () => window.location.pathname === pathIn(workspace, "import");
    try {
      const load = await workspace.import(
        { name: file.name, content: file },
        {
          into,
          context: importContext(await chosenOwner(workspace, project, draft.round, "MEASURE")),
          config: sent,
          confirm: (warnings) =>
            new Promise((answer) => {
              confirmed = warnings;
              change({ step: { name: "warned", file, warnings, answer } });
            }),
          onCreated: (load) => {
            created = load;
          },
          onProgress: () => change({ step: { name: "importing", file, done: "Reading rows" } }),
        },
      );
      const remarks = await importRemarks(workspace, load, {
        ...{ into, config, table, confirmed, replicates: draft.replicates },
        joinsDecimals: decimals === "NEW_COLUMN",
        pairsQuery: checkedStep.preview.pairs_query,
      });
      const wasShown = isShown();
      endCheck();
      importDraft.value = null;
      readAgain();
      if (wasShown) navigate(pathIn(workspace, "tables", into));
      const undo = { label: "Undo", run: () => void load.undo().then(readAgain) };
      say([`${file.name} is in ${into}.`, ...remarks].join(" "), undo, remarks.length > 0);
    } catch (error) {
      if (error instanceof ImportDeclined) return refuse(NO_PROBLEMS);
      const refused = await problemsOfError((await changedFile(file)) ?? error, created);
      // None of its data is kept. If the load cannot be deleted now, it appears in the list of imports with a button to delete
      // it.
      await created?.delete().catch(() => undefined);
      refuse(refused);
    }
  };

  useEffect(() => {
    if (step.name === "given") void choose(step.file);
  }, [step]);

  const file = step.name === "columns" ? step.file : null;
  useEffect(() => {
    if (!file) return;
    if (config && into) startCheck({ file, name: file.name, into, config, references });
    else endCheck();
  }, [file, config, into, references]);
  const found = fileCheck.value;
  const problems =
    step.name !== "columns"
      ? NO_PROBLEMS
      : step.isPreview && found?.state === "checked"
        ? found.problems
        : step.problems;
  // If the import was refused anyway, individual rows are not the cause.
  const leftOut = step.name === "columns" && step.isPreview && config !== null && leavesOut(found, config);

  return (
    <Page
      title="Import a file"
      intro="Import measurements from a file or a spreadsheet. You see how each column is read before anything is uploaded."
    >
      {step.name === "choose" && (
        <>
          {step.error !== undefined && <Failure error={step.error} retry={false} />}
          <ChooseFile onChoose={(file) => void choose(file)} />
        </>
      )}
      {step.name === "previewing" && <Loading label={`Looking at ${step.file.name}`} />}
      {step.name === "importing" && <Loading label={`${step.done}: ${step.file.name}`} />}
      {step.name === "warned" && <Warnings {...step} into={into} />}
      {step.name === "columns" && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void send(step);
          }}
        >
          <ImportedFile
            file={step.file}
            preview={step.preview}
            onAnother={() => {
              endCheck();
              importDraft.value = null;
            }}
          />
          <ImportTarget
            tables={known?.tables ?? []}
            config={draft.config}
            fitted={config}
            projects={known?.projects}
            into={into}
            owner={draft}
            onInto={(reference) => change({ into: reference })}
            onOwner={change}
          />
          <SheetChoice sheets={step.preview.sheets} onChoose={(sheet) => void choose(step.file, sheet)} />
          {(step.preview.plate_notes ?? []).map((note) => (
            <p key={note} class="small">
              {note}
            </p>
          ))}
          <SectionChoice
            sections={step.preview.sections}
            onChoose={(row) => void choose(step.file, undefined, row)}
          />
          <Problems
            found={problems}
            config={config}
            table={table}
            badRows={badRowsOf(found)}
            leftOut={leftOut}
            onConfig={setConfig}
          />
          {config && <Exceptions preview={step.preview} config={config} onConfig={setConfig} />}
          {config && <RowRules config={config} onConfig={setConfig} />}
          <SeldomMeant warnings={step.preview.warnings} />
          {config && (
            <SequenceRule
              preview={step.preview}
              config={config}
              onReference={(reference, positions) =>
                void choose(step.file, chosenSheet(step.preview), chosenSection(step.preview), {
                  reference,
                  positions,
                })
              }
              onConfig={setConfig}
            />
          )}
          {config && (
            <Replicates
              config={config}
              into={into}
              isWanted={draft.replicates}
              onWanted={(replicates) => change({ replicates })}
            />
          )}
          {config && (
            <ColumnsForm preview={step.preview} config={config} table={table} onConfig={setConfig} />
          )}
          {config && (
            <div class="row">
              <button
                type="submit"
                class="primary"
                disabled={
                  config.columns.length === 0 ||
                  isBadProject(known?.projects, project) ||
                  problemOfName(TABLE_NAME, into) !== null
                }
              >
                Import
              </button>
              <CheckedSoFar check={found} leftOut={leftOut} />
            </div>
          )}
        </form>
      )}
    </Page>
  );
}
