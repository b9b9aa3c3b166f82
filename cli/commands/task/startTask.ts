import { readFile } from "node:fs/promises";
import type { TaskHandle } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { CONTEXT_OPTIONS, type ContextOptions, taskContextOf } from "../../session/findContext.ts";
import { watchTask } from "./watchTask.ts";

/** Options shared by all tasks. */
export interface TaskOptions extends ContextOptions {
  file?: string;
  name?: string;
  description?: string;
  key?: string;
  seed?: string;
}

export const TASK_OPTIONS: NonNullable<CliCommand["options"]> = [
  ...CONTEXT_OPTIONS,
  ["-f, --file <parameters.json>", "file with the task's parameters, instead of flags"],
  ["--name <text>", "name of the task"],
  ["--description <text>", "purpose of the task"],
  ["--key <text>", "idempotency key: the same key never starts a second task"],
  ["--seed <number>", "random seed"],
];

type Kind = "analyze" | "train" | "diversify" | "engineer" | "predict";

/** Starts a task with parameters from a file or the flags, and waits for it to finish. */
export async function startTask(
  cli: Cli,
  kind: Kind,
  options: TaskOptions,
  parametersOf: (workspace: Workspace) => Promise<Record<string, unknown>>,
  /** Called with the new task, before it ends. */
  onStart: (task: TaskHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const workspace = await cli.workspace();
  const { parameters, ...stated } = await bodyOf(options, () => parametersOf(workspace));
  const seed = options.seed === undefined ? {} : { seed: numberOf(options.seed, "--seed") };
  const purpose = kind === "diversify" || kind === "engineer" ? "DESIGN" : "LEARN";
  const body = {
    // A round is created once the request is complete.
    context: await taskContextOf(cli, workspace, options, purpose),
    ...stated,
    ...(options.name !== undefined && { display_name: options.name }),
    ...(options.description !== undefined && { description: options.description }),
    ...(options.key !== undefined && { idempotency_key: options.key }),
    parameters: { ...parameters, ...seed },
  };
  // The service validates the parameters.
  const start = workspace[kind] as (body: unknown) => Promise<TaskHandle>;
  const task = await start.call(workspace, body);
  if (!cli.json && !process.stdout.isTTY) cli.print(`${task.id}\n`);
  await onStart(task);
  if (!cli.waits) {
    cli.done(await task.get(), `The task ${task.id} is running: pdp task watch ${task.id}`);
    return;
  }
  cli.say(`task ${task.id}`);
  await watchTask(cli, workspace, task);
}

interface Body extends Record<string, unknown> {
  parameters: Record<string, unknown>;
}

async function bodyOf(
  { file }: TaskOptions,
  fromFlags: () => Promise<Record<string, unknown>>,
): Promise<Body> {
  if (file === undefined) return { parameters: await fromFlags() };
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`File not found: ${file}.`);
  });
  let value: Record<string, unknown>;
  try {
    value = Object(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const { parameters } = value;
  if (typeof parameters !== "object" || parameters === null) return { parameters: value };
  const { context: _, ...body } = value;
  return { ...body, parameters: { ...parameters } };
}

/** Parses a numeric option. */
export function numberOf(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`${option} must be a number, not "${text}".`);
}
