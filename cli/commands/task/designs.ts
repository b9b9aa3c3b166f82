import { writeFile } from "node:fs/promises";
import { bestMeasured } from "#client/bestMeasured.ts";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { orderCsv } from "#client/orderList/orderCsv.ts";
import { orderFasta } from "#client/orderList/orderFasta.ts";
import { type OrderRow, orderRows } from "#client/orderList/orderRows.ts";
import { type PickBy, pickDesigns } from "#client/orderList/pickDesigns.ts";
import { plateCsv, plates } from "#client/orderList/plates.ts";
import { designsNumbering, projectOfTask, writtenNumbering } from "#client/referenceNumbering.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { taskIdOf } from "../../session/latestId.ts";
import { type NumberingOptions, numberingOf, numberingOptions } from "./numbering.ts";
import { sayReliability } from "./sayReliability.ts";
import { numberOf } from "./startTask.ts";

interface Options extends NumberingOptions {
  csv?: boolean;
  fasta?: boolean;
  plate?: string;
  pick?: string;
  by?: string;
  prefix?: string;
  controls?: string;
  controlWells?: string;
  fill?: string;
  freeEdge?: boolean;
  output?: string;
}

/** Prints the designs of a task as a list, or as files for ordering and measuring them. */
export const designs: CliCommand<Options> = {
  arguments: [["<task>", "id of a completed diversify or engineer task, or latest"]],
  options: [
    ["--csv", "order list: name, mutations, sequence, predictions"],
    ["--fasta", "order list as FASTA: >D001 I6D;L99A"],
    ["--plate <wells>", "plate of 96 or 384 wells: plate, well, name, kind, mutations, sequence"],
    ["--pick <number>", "number of designs to select"],
    ["--by <what>", "selection criterion: rank (default), probability or diversity"],
    ["--prefix <text>", 'prefix of names; defaults to "D"'],
    ...numberingOptions("reference", "the mutations"),
    [
      "--controls <which>",
      "controls: reference, best (best measured so far), both or none; defaults to both on plates, otherwise none",
    ],
    ["--control-wells <number>", "wells per control on each plate; defaults to 1"],
    ["--fill <direction>", "rows (A01, A02, …; default) or columns (A01, B01, …)"],
    ["--free-edge", "keep edge wells empty"],
    ["-o, --output <file>", "write to a file"],
  ],
  notes:
    "Names are derived from ranks, so they are the same in all three files and in later measurements, whichever designs you select.",
  run: async (cli, options, stated: string) => {
    const workspace = await cli.workspace();
    const id = await taskIdOf(workspace, stated, ["diversify/v2", "engineer/v2"]);
    const [picked, task] = await Promise.all([pick(workspace, id, options), workspace.task(id).get()]);
    const controls = controlsOf(options);
    const isWanted = (which: string): boolean => controls === which || controls === "both";
    const best = isWanted("best") ? await bestMeasured(workspace, task) : null;
    if (isWanted("best") && best === null) cli.say(NO_BEST);
    const [first] = picked;
    const rows = orderRows(picked, {
      ...(options.prefix !== undefined && { prefix: options.prefix }),
      ...(first && {
        numbering: await numberingOf(options, first.parent, {
          usual: () => designsNumbering(workspace, task),
          project: () => projectOfTask(workspace, task),
        }),
      }),
      written: writtenNumbering(task),
      reference: isWanted("reference"),
      bestSoFar: best?.sequence ?? null,
    });
    const file = fileOf(rows, options);
    if (file === null) await list(cli, rows);
    else if (options.output === undefined) cli.print(file);
    else {
      await writeFile(options.output, file);
      cli.say(`✓ ${options.output}`);
    }
    await sayReliability(cli, workspace, task);
    for (const note of notesOf(picked, best)) cli.say(note);
  },
};

async function pick(
  workspace: Workspace,
  id: string,
  { pick: number, by = "rank" }: Options,
): Promise<Design[]> {
  const table = await workspace.task(id).designsTable();
  const result = await workspace.query(`SELECT * FROM ${table} ORDER BY rank`);
  const all = readDesigns(await result.rows());
  if (!["rank", "probability", "diversity"].includes(by)) {
    throw new UsageError(`--by "${by}": use rank, probability or diversity.`);
  }
  return number === undefined ? all : pickDesigns(all, numberOf(number, "--pick"), by as PickBy);
}

function controlsOf({ controls, plate }: Options): string {
  const stated = controls ?? (plate === undefined ? "none" : "both");
  if (["reference", "best", "both", "none"].includes(stated)) return stated;
  throw new UsageError(`--controls "${stated}": use reference, best, both or none.`);
}

/** Returns the text of the requested file; null for a list on the terminal. */
function fileOf(rows: readonly OrderRow[], options: Options): string | null {
  const { csv = false, fasta = false, plate } = options;
  if ([csv, fasta, plate !== undefined].filter(Boolean).length > 1) {
    throw new UsageError("Use only one of --csv, --fasta and --plate.");
  }
  if (csv) return orderCsv(rows);
  if (fasta) return orderFasta(rows);
  if (plate === undefined) return options.output === undefined ? null : orderCsv(rows);
  if (plate !== "96" && plate !== "384")
    throw new UsageError(`--plate "${plate}": plates have 96 or 384 wells.`);
  const { fill = "rows", controlWells = "1" } = options;
  if (fill !== "rows" && fill !== "columns") throw new UsageError(`--fill "${fill}": use rows or columns.`);
  const wells = plates(rows, {
    wells: plate === "96" ? 96 : 384,
    fill,
    freeEdge: options.freeEdge ?? false,
    controlWells: numberOf(controlWells, "--control-wells"),
  });
  return plateCsv(wells);
}

async function list(cli: Cli, rows: readonly OrderRow[]): Promise<void> {
  const assays = [...new Set(rows.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  const predicted = (row: OrderRow, assay: string): string => {
    const assayPrediction = row.predictions.find((prediction) => prediction.assay === assay);
    return assayPrediction
      ? `${Number(assayPrediction.mean.toPrecision(4))} ± ${Number(assayPrediction.sd.toPrecision(2))}`
      : "";
  };
  await cli.list(rows, {
    name: ({ name }) => name,
    mutations: ({ mutations }) => mutations,
    ...Object.fromEntries(assays.map((assay) => [assay, (row: OrderRow) => predicted(row, assay)])),
  });
}

const NO_BEST =
  "! The best measured variant was not added: no variant has been measured, or the target is a sequence's prediction.";

/** Prints notes for the person who orders the designs. */
function notesOf(designs: readonly Design[], best: Awaited<ReturnType<typeof bestMeasured>>): string[] {
  const changed = designs.filter(({ sequence, parent }) => sequence[0] !== parent[0]).length;
  const start = changed > 0 ? [`The first residue is mutated in ${changed} of the designs.`] : [];
  const value = best && Number(best.value.toPrecision(4));
  const warnings = [...new Set(designs.flatMap(({ warning }) => (warning ? [`! ${warning}`] : [])))];
  return [...warnings, ...start, ...(best ? [`The best measured variant has ${best.assay} ${value}.`] : [])];
}
