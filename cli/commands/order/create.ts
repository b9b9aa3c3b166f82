import { formatCount } from "@pdp/basics/wording";
import type { OrderCreate } from "#client/resources.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import {
  CONTEXT_OPTIONS,
  type ContextOptions,
  chosenRound,
  projectOfData,
} from "../../session/findContext.ts";
import { taskIdOf } from "../../session/latestId.ts";
import { sayReliability } from "../task/sayReliability.ts";
import { numberOf } from "../task/startTask.ts";

type Plate = NonNullable<OrderCreate["plates"]>[number];
type Control = NonNullable<Plate["controls"]>[number];

interface Options extends ContextOptions {
  task?: string;
  table?: string;
  query?: string;
  plate?: string;
  layout?: string;
  parent?: string;
  best?: string;
  negative?: string;
  blank?: string;
  freeEdge?: boolean;
  seed?: string;
}

/** Stores an order of designs on plates. */
export const create: CliCommand<Options> = {
  arguments: [["<name>", "name of the order"]],
  options: [
    ...CONTEXT_OPTIONS,
    ["--task <task>", "designs of a completed diversify or engineer task, or latest"],
    ["--table <table>", "designs in a table"],
    ["--query <sql>", "designs selected by a query"],
    ["--plate <wells>", "plates of 96 or 384 wells; defaults to a list without wells"],
    ["--layout <which>", "rows (default), random or blocked"],
    ["--parent <wells>", "wells of the parent on each plate"],
    ["--best <wells>", "wells of the best measured sequence on each plate"],
    ["--negative <wells>", "wells of the negative control on each plate"],
    ["--blank <wells>", "blank wells on each plate"],
    ["--free-edge", "keep edge wells empty"],
    ["--seed <number>", "seed of random layouts"],
  ],
  run: async (cli, options, name: string) => {
    const workspace = await cli.workspace();
    const project = await projectOfData(cli, workspace, options);
    const plates = platesOf(options);
    const task = await taskOf(workspace, options);
    const designs = await designsOf(workspace, options, task);
    const round =
      (options.round === undefined ? roundOfDesigns(task, project.id) : undefined) ??
      (await chosenRound(cli, workspace, project, options, "DESIGN"));
    const order = await workspace.orders.create({
      project_id: project.id,
      ...(round !== null && { round_id: round }),
      name,
      designs,
      plates,
      ...(options.seed !== undefined && { seed: numberOf(options.seed, "--seed") }),
    });
    const where = order.plate_count === 0 ? "" : ` on ${formatCount(order.plate_count, "plate")}`;
    cli.done(
      order,
      `✓ order ${order.name}, ${order.id}: ${formatCount(order.design_count, "design")}${where}    pdp order show ${order.id}`,
    );
    if (task !== null) await sayReliability(cli, workspace, task);
    if (!cli.json && !process.stdout.isTTY) cli.print(`${order.id}\n`);
  },
};

/** Returns the task with the designs; null for other designs. */
async function taskOf(workspace: Workspace, { task }: Options): Promise<Task | null> {
  if (task === undefined) return null;
  return workspace.task(await taskIdOf(workspace, task, ["diversify/v2", "engineer/v2"])).get();
}

/** Returns the round of a task's designs; undefined for other designs, and for those of another project. */
function roundOfDesigns(task: Task | null, projectId: string): string | undefined {
  return task?.context.kind === "ROUND" && String(task.context.project_id) === projectId
    ? String(task.context.round_id)
    : undefined;
}

async function designsOf(
  workspace: Workspace,
  { table, query }: Options,
  task: Task | null,
): Promise<OrderCreate["designs"]> {
  if ([task ?? undefined, table, query].filter((source) => source !== undefined).length !== 1)
    throw new UsageError("Specify the designs with one of --task, --table and --query.");
  if (task !== null) return { kind: "TABLE", table: await workspace.task(task.id).designsTable() };
  return table === undefined ? { kind: "QUERY", query: query ?? "" } : { kind: "TABLE", table };
}

function platesOf({ plate, layout = "rows", freeEdge = false, ...controls }: Options): Plate[] {
  const kinds = { PARENT: "parent", BEST: "best", NEGATIVE: "negative", BLANK: "blank" } as const;
  const wanted = Object.entries(kinds).flatMap(([kind, option]): Control[] => {
    const replicates = controls[option];
    return replicates === undefined
      ? []
      : [{ kind: kind as Control["kind"], replicates: numberOf(replicates, `--${option}`) }];
  });
  if (plate === undefined) {
    if (wanted.length > 0 || freeEdge)
      throw new UsageError("Controls and free edges require --plate 96 or 384.");
    return [];
  }
  requireChoice("--plate", plate, ["96", "384"]);
  requireChoice("--layout", layout, ["rows", "random", "blocked"]);
  const format = Number(plate) as Plate["format"];
  const order = layout.toUpperCase() as Plate["layout"];
  return [{ format, controls: wanted, layout: order, keep_edges_free: freeEdge }];
}
