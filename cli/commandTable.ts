import type { CliCommand } from "./command.ts";
import { COMMAND_MODULES } from "./commandModules.ts";

type CommandName = keyof typeof COMMAND_MODULES;

const SUMMARIES: Readonly<Record<CommandName, string>> = {
  login: "sign in",
  logout: "sign out",
  whoami: "show who is signed in",
  status: "show the workspace, its latest version, and running work",
  history: "list the versions of the workspace with their causes",
  open: "open a table, task or project in the console",
  activity: "list who read or changed what",
  usage: "print requests, bytes and computing time of months as CSV",
  "member list": "list members with their roles",
  "member role": "set the role of a member",
  use: "set the default workspace",
  "workspace list": "list your workspaces",
  "workspace export": "export everything in the workspace to a folder",
  "workspace import": "import an exported workspace into an empty one",
  "project list": "list projects",
  "project show": "summarize a project: its rounds, designs and best values",
  "project create": "create a project",
  "project references": "list a project's references and their numbering",
  "project set-reference": "add or replace a reference of a project",
  "project archive": "archive a project",
  "round list": "list the rounds of a project",
  "round create": "create a round",
  "round archive": "archive a round",
  "structure add": "add a protein structure in PDB or mmCIF format",
  "structure list": "list protein structures",
  "structure show": "show the chains and ligands of a structure",
  "structure archive": "archive a structure, or unarchive it",
  "order create": "place designs and controls on plates",
  "order list": "list orders",
  "order show": "show the layout of an order",
  "order dna": "write the proteins of an order as DNA",
  "order primers": "design mutagenesis primers for an order",
  "order archive": "archive an order",
  check: "check files offline with the service's rules",
  import: "load files into a table (all or nothing)",
  "load list": "list loads",
  "load show": "show a load",
  "load undo": "undo a load: hide its rows",
  "load move": "move a load to another round of its project",
  "load redo": "redo an undone load and restore its rows",
  "load errors": "print the problems of a load's files",
  "load download": "download the files of a load",
  "load delete": "delete a load that never completed",
  "table list": "list tables and views",
  "table show": "show a table",
  "table describe": "describe a table: its rows, version and columns",
  "table columns": "list the columns of a table",
  "table history": "list versions, newest first",
  "table diff": "compare a table's rows between two versions",
  "table download": "write a table to a file",
  "table normalize": "create a view with values normalized to reference wells",
  "table replicates": "create views from replicate columns",
  "table rename": "rename a table",
  "table archive": "archive a table",
  "erase plan": "show what an erasure would remove from every version",
  "erase confirm": "permanently erase the rows in a plan",
  "erase cancel": "cancel an erasure that has not removed anything yet",
  "erase certificate": "print an erasure's certificate",
  "tag list": "list named versions",
  "tag add": "name a version",
  "tag remove": "remove a name from a version",
  diff: "compare a table's rows between two versions",
  sql: "run a query",
  export: "write a table to a file",
  analyze: "analyze measurements",
  train: "train models of assays",
  diversify: "design diverse plausible variants",
  engineer: "design improved variants",
  predict: "predict assay values for sequences or for all single substitutions",
  "task list": "list tasks",
  "task show": "show a task",
  "task watch": "wait for a task to finish",
  "task cancel": "cancel a task",
  "task move": "move a finished task with its results to another round",
  "task recover": "resume a failed task from its last checkpoint",
  report: "show a task's report as text or as a web page",
  designs: "show a task's designs as a list, order list, FASTA or plate layout",
  api: "call any operation of the API",
  completion: "print a shell script that completes commands, tables and ids",
  help: "explain a command or topic",
  doctor: "diagnose why commands fail",
};

/** Descriptions of command groups, by the first word of their commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  member: "members",
  workspace: "workspaces",
  project: "projects",
  round: "rounds of a project",
  structure: "protein structures",
  order: "orders",
  load: "loads of files",
  table: "tables and views",
  erase: "erasures",
  tag: "names of versions",
  task: "tasks",
};

/** Name of a command and its module, which is loaded on demand. */
export interface CommandEntry {
  name: string;
  summary: string;
  load: () => Promise<CliCommand>;
}

/** All commands, in help order. */
export const COMMANDS = (Object.keys(COMMAND_MODULES) as CommandName[]).map(
  (name): CommandEntry => ({
    name,
    summary: SUMMARIES[name],
    load: async () => {
      const [command] = Object.values<CliCommand<never>>(await COMMAND_MODULES[name]());
      // Each command supports only the options that it declares.
      return command as CliCommand;
    },
  }),
);
