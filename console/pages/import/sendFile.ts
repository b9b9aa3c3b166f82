import { ImportDeclined } from "#client/errors.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { LoadHandle } from "#client/loadHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn } from "../../lab.ts";
import { say } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { chosenOwner, importContext } from "../rounds/chosenOwner.ts";
import { changedFile } from "./changedFile.ts";
import { canBeLoaded } from "./checkedRows.ts";
import { endCheck, endOfCheck } from "./fileCheck.ts";
import { NO_PROBLEMS, problemsOfError } from "./foundProblems.ts";
import {
  type ColumnsStep,
  changeDraft,
  draftOf,
  type FoundProblems,
  type ImportDraft,
  importDraft,
} from "./importDraft.ts";
import { importRemarks } from "./importRemarks.ts";
import { PROBLEMS_ID } from "./problems.tsx";
import type { Target } from "./useTarget.ts";

interface Import {
  workspace: Workspace;
  draft: ImportDraft;
  step: ColumnsStep;
  into: string;
  table: Target["table"];
  config: TableConfig;
  /** Warnings that the user has confirmed. */
  confirmed: readonly string[];
  /** Load of the file, once it is created. */
  load?: LoadHandle;
}

/** Imports a file as previewed. If it is refused, shows its columns again with the problems. */
export async function sendFile(
  workspace: Workspace,
  step: ColumnsStep,
  config: TableConfig,
  { into, table }: Pick<Target, "into" | "table">,
): Promise<void> {
  const { file } = step;
  const sent: Import = {
    workspace,
    draft: draftOf(workspace.name),
    step,
    into,
    table,
    config,
    confirmed: [],
  };
  changeDraft(workspace.name, { step: { name: "importing", file, done: "Checking all rows" }, into });
  const check = await endOfCheck();
  if (check?.state === "checked" && !canBeLoaded(check, config)) return refuse(sent, check.problems, true);
  try {
    showImported(sent, await load(sent));
  } catch (error) {
    if (error instanceof ImportDeclined) return refuse(sent, NO_PROBLEMS);
    const problems = await problemsOfError((await changedFile(file)) ?? error, sent.load);
    // None of its data is kept. If the load cannot be deleted now, it appears in the list of imports with a button to delete
    // it.
    await sent.load?.delete().catch(() => undefined);
    refuse(sent, problems);
  }
}

/** Uploads the file and loads it after the user has confirmed its warnings; returns remarks about the result. */
async function load(sent: Import): Promise<string[]> {
  const { workspace, draft, step, into, table, config } = sent;
  const { file } = step;
  const progress = (done: string) => changeDraft(workspace.name, { step: { name: "importing", file, done } });
  progress("Uploading the file");
  // The request already contains the columns for decimals.
  const { decimals, ...requested } = config;
  const finished = await workspace.import(
    { name: file.name, content: file },
    {
      into,
      context: importContext(await chosenOwner(workspace, draft.project, draft.round, "MEASURE")),
      config: requested,
      confirm: (warnings) =>
        new Promise((answer) => {
          sent.confirmed = warnings;
          changeDraft(workspace.name, { step: { name: "warned", file, warnings, answer } });
        }),
      onCreated: (created) => {
        sent.load = created;
      },
      onProgress: () => progress("Reading rows"),
    },
  );
  sent.load = finished;
  return importRemarks(workspace, finished, {
    ...{ into, config, table, confirmed: sent.confirmed, replicates: draft.replicates },
    joinsDecimals: decimals === "NEW_COLUMN",
    pairsQuery: step.preview.pairs_query,
  });
}

/** Shows the table if the import page is still open, and a message that can undo the import. */
function showImported({ workspace, step, into, load }: Import, remarks: readonly string[]): void {
  const isShown = window.location.pathname === pathIn(workspace, "import");
  endCheck();
  importDraft.value = null;
  readAgain();
  if (isShown) navigate(pathIn(workspace, "tables", into));
  const undo = { label: "Undo", run: () => void load?.undo().then(readAgain) };
  say([`${step.file.name} is in ${into}.`, ...remarks].join(" "), undo, remarks.length > 0);
}

/** Shows the columns of the file again, with the problems for which it was refused. */
function refuse({ workspace, step }: Import, problems: FoundProblems, isPreview = false): void {
  changeDraft(workspace.name, { step: { ...step, problems, isPreview } });
  // The element can receive focus only after it is rendered.
  setTimeout(() => document.getElementById(PROBLEMS_ID)?.focus());
}
