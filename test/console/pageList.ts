/** Paths of pages that depend on what was created before, below the workspace. */
export interface MadePages {
  training: string;
  design: string;
  designs: string;
  predictions: string;
  variant: string;
  compare: string;
  project: string;
  load: string;
  structure: string;
  order: string;
}

/** Page of a workspace, or one state of a page. */
export interface ListedPage {
  /** Name of its picture in `docs/images/pages`. */
  name: string;
  /** Its route in `console/workspacePages.ts`. */
  route: string;
  /** Path below the workspace. */
  path: string | ((made: MadePages) => string);
  /** Purpose of the page, in one line; the heading of its picture. */
  words: string;
}

const page = (name: string, route: string, path: ListedPage["path"], words: string): ListedPage => ({
  name,
  route,
  path,
  words,
});

/** Every page, with the example data in the table `variants`: pictures and `docs/pages.md` follow it. */
export const PAGE_LIST: readonly ListedPage[] = [
  page("home", "home", "", "Home page of a workspace: projects, tasks and imports"),
  page("tables", "tables", "tables", "Tables: measurements, their views and the latest imports"),
  page("rows", "tables/:table", "tables/variants", "Rows of a table, with a histogram of each column"),
  page(
    "row",
    "tables/:table",
    "tables/variants?row=8&pin=mutations",
    "One row with its full sequence, and a pinned column",
  ),
  page("heatmap", "tables/:table", "tables/variants?tab=heatmap", "Effect of each substitution"),
  page("chart", "tables/:table", "tables/variants?tab=chart", "Chart of a table: every point is a variant"),
  page("history", "tables/:table", "tables/variants?tab=history", "History of a table, with Undo"),
  page("columns", "tables/:table", "tables/variants?tab=columns", "Columns of a table, and its settings"),
  page("search", "search", "search?q=V40K", "Search for a variant in all tables"),
  page("sql", "sql", "sql?q=SELECT+*+FROM+variants+ORDER+BY+2+DESC", "SQL editor with the list of tables"),
  page("import", "import", "import", "Import: a file, cells from a spreadsheet, or example data"),
  page("load", "loads/:load", ({ load }) => load, "An import: its files, rows and warnings"),
  page("structures", "structures", "structures", "Structures, and how they match the references"),
  page(
    "structure",
    "structures/:structure",
    ({ structure }) => structure,
    "A structure: its picture, colored by scores, and a heatmap of all single substitutions",
  ),
  page(
    "first-plate",
    "first-plate",
    "first-plate",
    "A first plate from a structure, before anything is measured",
  ),
  page("analyze", "analyze", "analyze", "Analysis of a table"),
  page("train", "train", "train", "Training of models"),
  page("design", "design", "design", "Design of variants"),
  page("predict", "predict", "predict", "Prediction of variants"),
  page("tasks", "tasks", "tasks", "Tasks and their states"),
  page("models", "models", "models", "Models, with their data version and quality"),
  page("projects", "projects", "projects", "Projects"),
  page(
    "project",
    "projects/:project",
    ({ project }) => project,
    "A project: its rounds, references and best variants",
  ),
  page("settings", "settings", "settings", "Settings: members, and how programs connect to the workspace"),
  page("activity", "activity", "activity", "Activity: who read or changed what in the workspace"),
  page("task", "tasks/:task", ({ training }) => training, "A training run: figures, summary and charts"),
  page("compare", "compare", ({ compare }) => compare, "Models side by side"),
  page("variant", "variant", ({ variant }) => variant, "Everything known about one variant"),
  page(
    "design-task",
    "tasks/:task",
    ({ design }) => design,
    "A design task: predictions, changed positions, sequence logo and alignment",
  ),
  page(
    "predictions",
    "predictions/:task",
    ({ predictions }) => predictions,
    "Predictions of all single substitutions",
  ),
  page("designs", "designs/:task", ({ designs }) => designs, "Designs on plates, and the order list"),
  page("order", "orders/:order", ({ order }) => order, "A stored order: its wells, DNA and primers"),
];

/** Returns the path of a page below the workspace. */
export function pathOfPage({ path }: ListedPage, made: MadePages): string {
  return typeof path === "string" ? path : path(made);
}
