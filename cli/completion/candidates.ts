import { take } from "#client/pages.ts";
import type { Cli } from "../cli.ts";
import { COMMANDS, GROUPS } from "../commandTable.ts";
import { projectOf } from "../session/findContext.ts";
import { LATEST } from "../session/latestId.ts";
import { TOPICS } from "../topics.ts";
import type { Wanted } from "./lineWords.ts";

/** Candidate for the next word, with its description. */
export type Candidate = readonly [value: string, description?: string | null];

/** Placeholder for file names, which the shell lists. */
export const FILES: Candidate = [":files"];

/** Maximum number of names that are listed for one word. */
const MAX_NAMES = 200;
/** Maximum number of recent tasks or loads that are listed. */
const MAX_IDS = 20;

/** Options before the cursor that other candidates depend on. */
export interface Context {
  option: string | undefined;
  project: string | undefined;
}

type Source = (cli: Cli, context: Context) => Promise<Candidate[]>;

/**
 * Returns the words that can be typed; requests names and IDs from the platform. `project` is the project named on the command
 * line.
 */
export async function candidatesFor(
  wanted: Wanted,
  cli: Cli,
  project: string | undefined,
): Promise<Candidate[]> {
  if (wanted.kind === "command") return commandWords(wanted.before);
  if (wanted.kind === "option") {
    return wanted.options.flatMap(({ names, description }) =>
      names.map((name): Candidate => [name, description]),
    );
  }
  const choices = choicesIn(wanted);
  if (choices.length > 0) return choices;
  const source = sourceOf(wanted);
  return source ? source(cli, { option: wanted.option, project }) : [];
}

function commandWords(before: readonly string[]): Candidate[] {
  const words = new Map<string, string>();
  for (const { name, summary } of COMMANDS) {
    const [first = "", second] = name.split(" ");
    if (before.length === 0) words.set(first, second === undefined ? summary : (GROUPS[first] ?? ""));
    if (before.length === 1 && before[0] === first && second !== undefined) words.set(second, summary);
  }
  return [...words];
}

/** Finds the choices in a description such as "pending, loading, completed or failed". */
function choicesIn({ name, option, description }: Wanted & { kind: "value" }): Candidate[] {
  if (!CHOSEN.has(option ?? name)) return [];
  const list = /(?:^|: )((?:\w+, )*\w+ or \w+)/.exec(description.replaceAll(/ \([^)]*\)/g, ""))?.[1];
  return (list?.split(/, | or /) ?? []).map((choice): Candidate => [choice]);
}

/** Options and arguments with a fixed list of choices, which their descriptions state. */
const CHOSEN = new Set([
  "--by",
  "--controls",
  "--fill",
  "--format",
  "--method",
  "--modality",
  "--state",
  "--type",
  "shell",
]);
const FILE_VALUES = /^(file|files|folder|input|sequence|config|into)\b|\.(json|csv|html)$/;

function sourceOf({ name, option }: Wanted & { kind: "value" }): Source | undefined {
  if (name === "table" || name === "reference" || option === "--homologs") {
    return option === "--reference" ? files : tables;
  }
  if (FILE_VALUES.test(name)) return files;
  if (name === "name" && option) return NAMED[option];
  return SOURCES[name];
}

const files: Source = async () => [FILES];

const tables: Source = async (cli) => {
  const workspace = await cli.workspace();
  return (await take(workspace.tables(), MAX_NAMES)).map((table) => [table.reference, table.description]);
};

const projects: Source = async (cli) => {
  const workspace = await cli.workspace();
  return (await take(workspace.projects(), MAX_NAMES)).map(({ name, description }) => [name, description]);
};

const rounds: Source = async (cli, { project: stated }) => {
  const workspace = await cli.workspace();
  const project = await projectOf(cli, workspace, stated === undefined ? {} : { project: stated });
  if (!project) return [];
  const projectRounds = await take(workspace.rounds({ project_id: project.id }), MAX_NAMES);
  return projectRounds.map(({ name, description }) => [name, description]);
};

const tasks: Source = async (cli, { option }) => {
  const workspace = await cli.workspace();
  const ofModels = option === "--models" ? { type: "train/v2" as const, state: "COMPLETED" as const } : {};
  const newest = await take(workspace.tasks({ order: "DESC", ...ofModels }), MAX_IDS);
  const described = newest.map(
    ({ id, type, state, display_name }): Candidate => [
      id,
      [type.replace(/\/v\d$/, ""), state.toLowerCase(), display_name].filter(Boolean).join(" "),
    ],
  );
  return [[LATEST, "the newest one"], ...described];
};

const loads: Source = async (cli) => {
  const workspace = await cli.workspace();
  const newest = await take(workspace.loads({ order: "DESC" }), MAX_IDS);
  const described = newest.map(
    ({ id, state, tables: named }): Candidate => [
      id,
      `${state.toLowerCase()} ${Object.keys(named).join(", ")}`,
    ],
  );
  return [[LATEST, "the newest one"], ...described];
};

const workspaces: Source = async (cli) => {
  const platform = await cli.platform();
  return (await platform.workspaces()).slice(0, MAX_NAMES).map(({ name }) => [name]);
};

const versions: Source = async (cli) => {
  const workspace = await cli.workspace();
  const tags = await take(workspace.tags(), MAX_NAMES);
  return [[LATEST, "the latest version"], ...tags.map(({ name }): Candidate => [name])];
};

const SOURCES: Readonly<Record<string, Source>> = {
  project: projects,
  round: rounds,
  task: tasks,
  models: tasks,
  load: loads,
  workspace: workspaces,
  version: versions,
  from: versions,
  to: versions,
  topic: async () => Object.keys(TOPICS).map((topic): Candidate => [topic]),
};

/** Candidate sources for options with a `<name>` value. */
const NAMED: Readonly<Record<string, Source>> = { "--project": projects, "--round": rounds };
