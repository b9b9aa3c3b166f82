import type { CliCommand } from "./command.ts";

/** Name of a command and its module, which is loaded on demand. */
export interface CommandEntry {
  /** One or two words. */
  name: string;
  summary: string;
  /** Description of the command group, given by the first command in the group. */
  group?: string;
  load: () => Promise<CliCommand>;
}

const entry = (
  name: string,
  summary: string,
  load: () => Promise<CliCommand<never>>,
  group?: string,
): CommandEntry => ({
  name,
  summary,
  // Each command supports only the options that it declares.
  load: load as () => Promise<CliCommand>,
  ...(group !== undefined && { group }),
});

/** All commands, in help order. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("login", "sign in", async () => (await import("./commands/account/login.ts")).login),
  entry("logout", "sign out", async () => (await import("./commands/account/logout.ts")).logout),
  entry("whoami", "show who is signed in", async () => (await import("./commands/account/whoami.ts")).whoami),
  entry(
    "status",
    "show the workspace, its latest version, and running work",
    async () => (await import("./commands/workspace/status.ts")).status,
  ),
  entry(
    "history",
    "list the versions of the workspace with their causes",
    async () => (await import("./commands/workspace/history.ts")).history,
  ),
  entry(
    "open",
    "open a table, task or project in the console",
    async () => (await import("./commands/tools/open.ts")).open,
  ),
  entry(
    "activity",
    "list who read or changed what",
    async () => (await import("./commands/workspace/activity.ts")).activity,
  ),
  entry(
    "usage",
    "print requests, bytes and computing time of months as CSV",
    async () => (await import("./commands/workspace/usage.ts")).usage,
  ),
  entry(
    "member list",
    "list members with their roles",
    async () => (await import("./commands/member/list.ts")).list,
    "members",
  ),
  entry(
    "member role",
    "set the role of a member",
    async () => (await import("./commands/member/role.ts")).role,
  ),
  entry("use", "set the default workspace", async () => (await import("./commands/account/use.ts")).use),
  entry(
    "workspace list",
    "list your workspaces",
    async () => (await import("./commands/workspace/list.ts")).list,
    "workspaces",
  ),
  entry(
    "workspace export",
    "export everything in the workspace to a folder",
    async () => (await import("./commands/workspace/exportWorkspace.ts")).exportWorkspace,
  ),
  entry(
    "workspace import",
    "import an exported workspace into an empty one",
    async () => (await import("./commands/workspace/importWorkspace.ts")).importWorkspace,
  ),
  entry(
    "project list",
    "list projects",
    async () => (await import("./commands/project/list.ts")).list,
    "projects",
  ),
  entry(
    "project show",
    "summarize a project: its rounds, designs and best values",
    async () => (await import("./commands/project/show.ts")).show,
  ),
  entry(
    "project create",
    "create a project",
    async () => (await import("./commands/project/create.ts")).create,
  ),
  entry(
    "project references",
    "list a project's references and their numbering",
    async () => (await import("./commands/project/references.ts")).references,
  ),
  entry(
    "project set-reference",
    "add or replace a reference of a project",
    async () => (await import("./commands/project/setReference.ts")).setReference,
  ),
  entry(
    "project archive",
    "archive a project",
    async () => (await import("./commands/project/archive.ts")).archive,
  ),
  entry(
    "round list",
    "list the rounds of a project",
    async () => (await import("./commands/round/list.ts")).list,
    "rounds of a project",
  ),
  entry("round create", "create a round", async () => (await import("./commands/round/create.ts")).create),
  entry(
    "round archive",
    "archive a round",
    async () => (await import("./commands/round/archive.ts")).archive,
  ),
  entry(
    "structure add",
    "add a protein structure in PDB or mmCIF format",
    async () => (await import("./commands/structure/add.ts")).add,
    "protein structures",
  ),
  entry(
    "structure list",
    "list protein structures",
    async () => (await import("./commands/structure/list.ts")).list,
  ),
  entry(
    "structure show",
    "show the chains and ligands of a structure",
    async () => (await import("./commands/structure/show.ts")).show,
  ),
  entry(
    "structure archive",
    "archive a structure, or unarchive it",
    async () => (await import("./commands/structure/archive.ts")).archive,
  ),
  entry(
    "order create",
    "place designs and controls on plates",
    async () => (await import("./commands/order/create.ts")).create,
    "orders",
  ),
  entry("order list", "list orders", async () => (await import("./commands/order/list.ts")).list),
  entry(
    "order show",
    "show the layout of an order",
    async () => (await import("./commands/order/show.ts")).show,
  ),
  entry(
    "order dna",
    "write the proteins of an order as DNA",
    async () => (await import("./commands/order/dna.ts")).dna,
  ),
  entry(
    "order primers",
    "design mutagenesis primers for an order",
    async () => (await import("./commands/order/primers.ts")).primers,
  ),
  entry(
    "order archive",
    "archive an order",
    async () => (await import("./commands/order/archive.ts")).archive,
  ),
  entry(
    "check",
    "check files offline with the service's rules",
    async () => (await import("./commands/data/check.ts")).check,
  ),
  entry(
    "import",
    "load files into a table (all or nothing)",
    async () => (await import("./commands/data/import.ts")).importCommand,
  ),
  entry(
    "load list",
    "list loads",
    async () => (await import("./commands/load/list.ts")).list,
    "loads of files",
  ),
  entry("load show", "show a load", async () => (await import("./commands/load/show.ts")).show),
  entry(
    "load undo",
    "undo a load: hide its rows",
    async () => (await import("./commands/load/undo.ts")).undo,
  ),
  entry(
    "load move",
    "move a load to another round of its project",
    async () => (await import("./commands/load/move.ts")).move,
  ),
  entry(
    "load redo",
    "redo an undone load and restore its rows",
    async () => (await import("./commands/load/redo.ts")).redo,
  ),
  entry(
    "load errors",
    "print the problems of a load's files",
    async () => (await import("./commands/load/errors.ts")).errors,
  ),
  entry(
    "load download",
    "download the files of a load",
    async () => (await import("./commands/load/download.ts")).download,
  ),
  entry(
    "load delete",
    "delete a load that never completed",
    async () => (await import("./commands/load/deleteLoad.ts")).deleteLoad,
  ),
  entry(
    "table list",
    "list tables and views",
    async () => (await import("./commands/table/list.ts")).list,
    "tables and views",
  ),
  entry("table show", "show a table", async () => (await import("./commands/table/show.ts")).show),
  entry(
    "table describe",
    "describe a table: its rows, version and columns",
    async () => (await import("./commands/table/describe.ts")).describe,
  ),
  entry(
    "table columns",
    "list the columns of a table",
    async () => (await import("./commands/table/columns.ts")).columns,
  ),
  entry(
    "table history",
    "list versions, newest first",
    async () => (await import("./commands/table/history.ts")).history,
  ),
  entry(
    "table diff",
    "compare a table's rows between two versions",
    async () => (await import("./commands/table/diff.ts")).diff,
  ),
  entry(
    "table download",
    "write a table to a file",
    async () => (await import("./commands/data/export.ts")).exportCommand,
  ),
  entry(
    "table normalize",
    "create a view with values normalized to reference wells",
    async () => (await import("./commands/table/normalize.ts")).normalize,
  ),
  entry(
    "table replicates",
    "create views from replicate columns",
    async () => (await import("./commands/table/replicates.ts")).replicates,
  ),
  entry("table rename", "rename a table", async () => (await import("./commands/table/rename.ts")).rename),
  entry(
    "table archive",
    "archive a table",
    async () => (await import("./commands/table/archive.ts")).archive,
  ),
  entry(
    "erase plan",
    "show what an erasure would remove from every version",
    async () => (await import("./commands/erase/plan.ts")).plan,
    "erasures",
  ),
  entry(
    "erase confirm",
    "permanently erase the rows in a plan",
    async () => (await import("./commands/erase/confirm.ts")).confirm,
  ),
  entry(
    "erase cancel",
    "cancel an erasure that has not removed anything yet",
    async () => (await import("./commands/erase/cancel.ts")).cancel,
  ),
  entry(
    "erase certificate",
    "print an erasure's certificate",
    async () => (await import("./commands/erase/certificate.ts")).certificate,
  ),
  entry(
    "tag list",
    "list named versions",
    async () => (await import("./commands/tag/list.ts")).list,
    "names of versions",
  ),
  entry("tag add", "name a version", async () => (await import("./commands/tag/add.ts")).add),
  entry(
    "tag remove",
    "remove a name from a version",
    async () => (await import("./commands/tag/remove.ts")).remove,
  ),
  entry(
    "diff",
    "compare a table's rows between two versions",
    async () => (await import("./commands/table/diff.ts")).diff,
  ),
  entry("sql", "run a query", async () => (await import("./commands/data/sql.ts")).sql),
  entry(
    "export",
    "write a table to a file",
    async () => (await import("./commands/data/export.ts")).exportCommand,
  ),
  entry("analyze", "analyze measurements", async () => (await import("./commands/task/analyze.ts")).analyze),
  entry("train", "train models of assays", async () => (await import("./commands/task/train.ts")).train),
  entry(
    "diversify",
    "design diverse plausible variants",
    async () => (await import("./commands/task/diversify.ts")).diversify,
  ),
  entry(
    "engineer",
    "design improved variants",
    async () => (await import("./commands/task/engineer.ts")).engineer,
  ),
  entry(
    "predict",
    "predict assay values for sequences or for all single substitutions",
    async () => (await import("./commands/task/predict.ts")).predict,
  ),
  entry("task list", "list tasks", async () => (await import("./commands/task/list.ts")).list, "tasks"),
  entry("task show", "show a task", async () => (await import("./commands/task/show.ts")).show),
  entry(
    "task watch",
    "wait for a task to finish",
    async () => (await import("./commands/task/watch.ts")).watch,
  ),
  entry("task cancel", "cancel a task", async () => (await import("./commands/task/cancel.ts")).cancel),
  entry(
    "task move",
    "move a finished task with its results to another round",
    async () => (await import("./commands/task/move.ts")).move,
  ),
  entry(
    "task recover",
    "resume a failed task from its last checkpoint",
    async () => (await import("./commands/task/recover.ts")).recover,
  ),
  entry(
    "report",
    "show a task's report as text or as a web page",
    async () => (await import("./commands/task/report.ts")).report,
  ),
  entry(
    "designs",
    "show a task's designs as a list, order list, FASTA or plate layout",
    async () => (await import("./commands/task/designs.ts")).designs,
  ),
  entry("api", "call any operation of the API", async () => (await import("./commands/tools/api.ts")).api),
  entry(
    "completion",
    "print a shell script that completes commands, tables and ids",
    async () => (await import("./commands/tools/completion.ts")).completion,
  ),
  entry("help", "explain a command or topic", async () => (await import("./commands/tools/help.ts")).help),
  entry(
    "doctor",
    "diagnose why commands fail",
    async () => (await import("./commands/tools/doctor.ts")).doctor,
  ),
];
