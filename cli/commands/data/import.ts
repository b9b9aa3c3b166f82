import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { formatCount } from "@pdp/basics/wording";
import { DataProblems, ImportDeclined } from "#client/errors.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { LoadHandle } from "#client/loadHandle.ts";
import { orderTarget } from "#client/orderList/orderTarget.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import { putView } from "#client/putView.ts";
import type { Workspace } from "#client/workspace.ts";
import { decimalView } from "#shared/domain/columns/decimalColumns.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { Interrupted, UnfitFiles, UsageError } from "../../errors.ts";
import { askAgain, repeatedFiles } from "../../files/askAgain.ts";
import { type KnownColumns, takesDecimals } from "../../files/buildConfig.ts";
import { sayWarnings } from "../../files/fileWarnings.ts";
import { IMPORT_OPTIONS, type ImportFlags, refuseFlags } from "../../files/importFlags.ts";
import { withOrderFiles } from "../../files/orderFile.ts";
import { type ImportPlan, planImport, requireSendable, scanFiles } from "../../files/planImport.ts";
import { checkConfig } from "../../files/scanFile.ts";
import { sayLeftOut, sayNotes, showProblems } from "../../files/showProblems.ts";
import { withStdinFile } from "../../files/stdinFile.ts";
import {
  CONTEXT_OPTIONS,
  type ContextOptions,
  chosenRound,
  projectOfData,
} from "../../session/findContext.ts";
import { ifFound } from "../../session/ifFound.ts";
import { orderIdOf } from "../../session/latestId.ts";
import { progressWords } from "../load/progressWords.ts";
import { viewControls } from "./viewControls.ts";
import { viewReplicates } from "./viewReplicates.ts";

interface Options extends ImportFlags, ContextOptions {
  into?: string;
  order?: string;
  value?: string;
  config?: string;
  description?: string;
  dryRun?: boolean;
  keep?: boolean;
  again?: boolean;
  controls?: boolean;
  replicates?: boolean;
}

/** Checks every cell locally, then loads all files into a table, or none of them. */
export const importCommand: CliCommand<Options> = {
  arguments: [
    [
      "<files...>",
      "files to load: CSV, TSV, XLSX, NDJSON, Parquet, FASTA, FASTQ, A3M, Stockholm, CLUSTAL, GenBank, EMBL, UniProt, PDB or mmCIF, optionally gzipped; - reads stdin",
    ],
  ],
  options: [
    [
      "-t, --into <table>",
      "target table; created if it does not exist; with --order, defaults to the table of the latest training",
    ],
    [
      "--order <id>",
      "join measured wells with the layout of an order, or of the latest one; the rows belong to the round of its designs",
    ],
    [
      "--value <column>",
      "with --order: column for the values of plates; defaults to the assay of the latest training",
    ],
    ...CONTEXT_OPTIONS,
    ...IMPORT_OPTIONS,
    ["--config <file.json>", "columns and layout in the form of load:create, instead of the proposed ones"],
    ["--description <text>", "description of the load"],
    [
      "--replicates",
      "create views from columns such as rep1 and rep2: TABLE_replicates with a row per replicate, as training requires, and TABLE_means with mean, sd and n",
    ],
    [
      "--controls",
      "create views from samples named WT or blank: values without their blanks, and compared with the wild type of the same plate",
    ],
    ["--again", "load the rows of a file that is already in the table a second time"],
    ["--dry-run", "check the files without uploading anything"],
    ["--keep", "keep a failed load and its files so that you can inspect its errors"],
  ],
  notes:
    "Files with problems are not uploaded. If the service rejects a load, none of its rows become visible, and the load and its files are deleted unless you pass --keep.",
  run: async (cli, options, paths: string[]) => {
    if (options.order !== undefined)
      return withStdinFile(paths, cli.signal, (files) => importOrder(cli, options, files));
    const { into } = options;
    if (into === undefined)
      throw new UsageError("Specify the table: --into TABLE. It is created if it does not exist.");
    if (options.value !== undefined) throw new UsageError("--value requires --order.");
    await withStdinFile(paths, cli.signal, (files) => importFiles(cli, { ...options, into }, files));
  },
};

type ImportChoices = Options & { into: string };

/** Joins exports with the layout of an order, and imports them into the round of its designs. */
async function importOrder(cli: Cli, options: Options, paths: readonly string[]): Promise<void> {
  const workspace = await cli.workspace();
  const order = await workspace.orders.get(await orderIdOf(workspace, options.order ?? ""));
  const target = await orderTarget(workspace, order);
  const into = options.into ?? target.table;
  if (into === null)
    throw new UsageError(
      "Specify the table: --into TABLE. The project has no training whose table could be used.",
    );
  const project = options.project ?? String(order.project_id);
  const round = options.round ?? (order.round_id === null ? undefined : String(order.round_id));
  const known = await columnsOf(workspace, into);
  // The columns of the layout may be new to a table of measurements.
  const added = ["plate", "well", "name", "role", target.mutations].filter(
    (name) => !known?.some((column) => column.name === name),
  );
  const choices = {
    ...options,
    into,
    project,
    ...(round !== undefined && { round }),
    ...(known !== null && { add: [...(options.add ?? []), ...added] }),
  };
  await withOrderFiles(cli, paths, order, target, options.value, (files) => importFiles(cli, choices, files));
}

async function importFiles(cli: Cli, options: ImportChoices, paths: readonly string[]): Promise<void> {
  const workspace = await cli.workspace();
  const project = await projectOfData(cli, workspace, options);
  const known = await columnsOf(workspace, options.into);
  const plan = await makePlan(cli, paths, known, options, project.references ?? []);
  if (plan.reports.some(({ problems }) => problems.count > 0)) {
    showProblems(cli, plan.reports, "Nothing was uploaded.", known !== null);
    if (!cli.json) sayWarnings(cli, plan.reports);
    sayNotes(cli, plan.notes);
    throw new UnfitFiles("Nothing was loaded.");
  }
  sayNotes(cli, plan.notes);
  sayWarnings(cli, plan.reports);
  const rows = plan.reports.reduce((sum, report) => sum + report.rows, 0);
  if (options.dryRun) {
    sayLeftOut(cli, plan.reports);
    cli.done(plan.config, `✓ ${formatCount(rows, "row")} can be loaded; nothing was uploaded`);
    return;
  }
  const round = await chosenRound(cli, workspace, project, options, "MEASURE");
  const context = round === null ? { project: project.id } : { round };
  await send(cli, workspace, paths, plan, { ...options, context, isNew: known === null });
  await viewReplicates(cli, workspace, options.into, known, options.replicates === true);
  await viewControls(cli, workspace, options.into, options.controls === true);
  if (takesDecimals(options)) await joinWithDecimals(cli, workspace, options.into, known ?? []);
}

/** Creates or updates the view that combines a table's integers with their decimals, after the decimals have been loaded. */
async function joinWithDecimals(
  cli: Cli,
  workspace: Workspace,
  into: string,
  before: KnownColumns,
): Promise<void> {
  if (!cli.waits) return;
  const view = decimalView(into, (await workspace.table(into)).columns);
  if (view === null) return;
  const isJoined = await putView(workspace, view.reference, view.query, decimalView(into, before)?.query);
  cli.say(
    isJoined
      ? `The view ${view.reference} combines integers and decimals.`
      : `! "${view.reference}" is in use: create a view with the query ${view.query}`,
  );
}

/** Returns the columns of a table; null if the table does not exist. */
async function columnsOf(workspace: Workspace, reference: string): Promise<KnownColumns | null> {
  return ((await ifFound(workspace.table(reference)))?.columns as KnownColumns | undefined) ?? null;
}

async function makePlan(
  cli: Cli,
  paths: readonly string[],
  known: KnownColumns | null,
  options: ImportChoices,
  references: readonly ProjectReference[],
): Promise<ImportPlan> {
  if (options.config === undefined) {
    return planImport(paths, options.into, known, options, cli.signal, references);
  }
  refuseFlags(options);
  const config = JSON.parse(await readFile(options.config, "utf8")) as TableConfig;
  const table = checkConfig(options.into, config, references);
  for (const path of paths) await requireSendable(path, config);
  return { config, reports: await scanFiles(paths, options.into, table, config, cli.signal), notes: [] };
}

interface SendOptions extends Omit<ImportChoices, "config"> {
  context: { project: string } | { round: string };
  isNew: boolean;
}

async function send(
  cli: Cli,
  workspace: Workspace,
  paths: readonly string[],
  { config, reports }: ImportPlan,
  { into, context, description, keep = false, again = false, isNew }: SendOptions,
): Promise<void> {
  let created: LoadHandle | undefined;
  let repeated: string[] = [];
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), content: await openAsBlob(path) })),
  );
  try {
    const load = await cli.waiting(progressWords, "", (waiting) =>
      workspace.import(files, {
        into,
        context,
        config,
        ...waiting,
        wait: cli.waits,
        ...(description !== undefined && { description }),
        onCreated: (handle) => {
          created = handle;
        },
        confirm: (warnings) => {
          repeated = repeatedFiles(warnings);
          return again || repeated.length === 0 || askAgain(cli, repeated);
        },
      }),
    );
    const told = new Set(
      reports.flatMap(({ name, warnings }) =>
        warnings.flatMap((warning) => [warning, `${name}: ${warning}`]),
      ),
    );
    await tell(cli, load, into, isNew, told);
  } catch (error) {
    if (!created) throw error;
    if (error instanceof ImportDeclined)
      throw new UnfitFiles(
        `${repeated.join("\n")}\nNothing was loaded. To load the rows again, add --again.`,
      );
    if (error instanceof Interrupted && (await isUnderWay(created))) {
      throw new Interrupted(
        `The load continues: pdp load show ${created.id}    (undo with: pdp load undo ${created.id})`,
      );
    }
    if (error instanceof DataProblems) {
      const lines = error.sentences.map((line) => `  ${line}\n`);
      process.stderr.write(`✗ the service rejected the load:\n${lines.join("")}`);
    }
    const words = await tidyUp(created, keep);
    if (error instanceof Interrupted) throw new Interrupted(words);
    if (error instanceof DataProblems) throw new UnfitFiles(words);
    cli.say(words);
    throw error;
  }
}

async function isUnderWay(load: LoadHandle): Promise<boolean> {
  return (await load.get()).state !== "PENDING";
}

/** Removes a failed load, or prints its ID if it is kept. */
async function tidyUp(load: LoadHandle, keep: boolean): Promise<string> {
  const kept = `The load ${load.id} and its files were kept: pdp load errors ${load.id}, pdp load delete ${load.id}`;
  if (keep) return kept;
  try {
    await load.delete();
    return "Nothing was loaded. The load and its files were deleted.";
  } catch {
    return kept;
  }
}

/** Reports the outcome of a load; `told` contains the warnings shown before it was sent. */
async function tell(
  cli: Cli,
  handle: LoadHandle,
  into: string,
  isNew: boolean,
  told: ReadonlySet<string>,
): Promise<void> {
  const load = await handle.get();
  for (const warning of load.warnings ?? []) if (!told.has(warning)) cli.say(`! ${warning}`);
  if (load.rows_left_out) cli.say(`  To list the problems row by row: pdp load errors ${load.id} --all`);
  const rows = Object.values(load.tables).reduce((sum, table) => sum + (table.rows ?? 0), 0);
  const words = cli.waits
    ? `✓ ${formatCount(rows, "row")} in the ${isNew ? "new " : ""}table ${into}, load ${load.id}    (undo with: pdp load undo ${load.id})`
    : `The load ${load.id} is running: pdp load show ${load.id}`;
  cli.done(load, words);
  if (!cli.json && !process.stdout.isTTY) cli.print(`${load.id}\n`);
}
