import type { ComponentType } from "preact";

type PageComponent = ComponentType<{ params: Record<string, string> }>;

/** Pages under `/w/:workspace`, by route; each is loaded when it is opened. */
export const WORKSPACE_PAGES: Record<string, () => Promise<PageComponent>> = {
  home: async () => (await import("./pages/home/homePage.tsx")).HomePage,
  projects: async () => (await import("./pages/projects/projectsPage.tsx")).ProjectsPage,
  "projects/:project": async () => (await import("./pages/projects/projectPage.tsx")).ProjectPage,
  tables: async () => (await import("./pages/tablesPage.tsx")).TablesPage,
  "tables/:table": async () => (await import("./pages/table/tablePage.tsx")).TablePage,
  import: async () => (await import("./pages/import/importPage.tsx")).ImportPage,
  "loads/:load": async () => (await import("./pages/loadPage.tsx")).LoadPage,
  tasks: async () => (await import("./pages/tasks/tasksPage.tsx")).TasksPage,
  "tasks/:task": async () => (await import("./pages/tasks/taskPage.tsx")).TaskPage,
  models: async () => (await import("./pages/tasks/modelsPage.tsx")).ModelsPage,
  structures: async () => (await import("./pages/structures/structuresPage.tsx")).StructuresPage,
  "structures/:structure": async () => (await import("./pages/structures/structurePage.tsx")).StructurePage,
  analyze: async () => (await import("./pages/tasks/analyze/analyzePage.tsx")).AnalyzePage,
  train: async () => (await import("./pages/tasks/train/trainPage.tsx")).TrainPage,
  "first-plate": async () => (await import("./pages/tasks/firstPlate/firstPlatePage.tsx")).FirstPlatePage,
  design: async () => (await import("./pages/tasks/design/designPage.tsx")).DesignPage,
  compare: async () => (await import("./pages/tasks/compare/comparePage.tsx")).ComparePage,
  predict: async () => (await import("./pages/tasks/predict/predictPage.tsx")).PredictPage,
  "predictions/:task": async () =>
    (await import("./pages/tasks/predict/predictionsPage.tsx")).PredictionsPage,
  "designs/:task": async () => (await import("./pages/designs/designsPage.tsx")).DesignsPage,
  "orders/:order": async () => (await import("./pages/orders/orderPage.tsx")).OrderPage,
  variant: async () => (await import("./pages/variant/variantPage.tsx")).VariantPage,
  search: async () => (await import("./pages/search/searchPage.tsx")).SearchPage,
  activity: async () => (await import("./pages/activity/activityPage.tsx")).ActivityPage,
  settings: async () => (await import("./pages/settingsPage.tsx")).SettingsPage,
  sql: async () => (await import("./pages/sql/sqlWorkbench.tsx")).SqlWorkbench,
};
