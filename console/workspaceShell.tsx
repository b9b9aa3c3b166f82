import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pathIn, WorkspaceContext } from "./lab.ts";
import { Failure } from "./parts/failure.tsx";
import { Loading, Page } from "./parts/page.tsx";
import { latestOf, useResource } from "./resource.ts";
import { address, matchPath } from "./router.ts";
import { openWorkspace, signedIn, signOut } from "./session.ts";

type PageComponent = ComponentType<{ params: Record<string, string> }>;

/** Pages below `/w/:workspace`; each is loaded when it is opened. */
const PAGES: Record<string, () => Promise<PageComponent>> = {
  projects: async () => (await import("./pages/projects/projectsPage.tsx")).ProjectsPage,
  "projects/:project": async () => (await import("./pages/projects/projectPage.tsx")).ProjectPage,
  tables: async () => (await import("./pages/tablesPage.tsx")).TablesPage,
  "tables/:table": async () => (await import("./pages/table/tablePage.tsx")).TablePage,
  import: async () => (await import("./pages/import/importPage.tsx")).ImportPage,
  "loads/:load": async () => (await import("./pages/loadPage.tsx")).LoadPage,
  tasks: async () => (await import("./pages/tasks/tasksPage.tsx")).TasksPage,
  "tasks/:task": async () => (await import("./pages/tasks/taskPage.tsx")).TaskPage,
  analyze: async () => (await import("./pages/tasks/analyze/analyzePage.tsx")).AnalyzePage,
  train: async () => (await import("./pages/tasks/train/trainPage.tsx")).TrainPage,
  design: async () => (await import("./pages/tasks/design/designPage.tsx")).DesignPage,
  "designs/:task": async () => (await import("./pages/designs/designsPage.tsx")).DesignsPage,
  sql: async () => (await import("./pages/sql/sqlPage.tsx")).SqlPage,
};

/** Frame of all pages of a workspace: where one is, and where one can go. */
export function WorkspaceShell({ name }: { name: string }) {
  const opened = useResource(`workspace ${name}`, () => openWorkspace(name));
  const workspace = latestOf(opened);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Side name={name} />
      <main id="content">
        {opened.state === "failed" && (
          <Page title={name}>
            <Failure error={opened.error} />
          </Page>
        )}
        {workspace && (
          <WorkspaceContext.Provider value={workspace}>
            <Route name={name} />
          </WorkspaceContext.Provider>
        )}
      </main>
    </div>
  );
}

function Side({ name }: { name: string }) {
  const here = { name };
  const { pathname } = address.value;
  /** Whether the menu is shown where the window is too narrow for it to stand beside the page. */
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  const link = (label: string, ...parts: string[]) => {
    const path = pathIn(here, ...parts);
    const isHere = pathname === path || pathname.startsWith(`${path}/`);
    return (
      <li>
        <a href={path} aria-current={isHere ? "page" : undefined}>
          {label}
        </a>
      </li>
    );
  };
  return (
    <nav class={`side ${isOpen ? "open" : ""}`} aria-label="Workspace">
      <div class="top">
        <a class="switcher" href="/">
          <strong>{name}</strong>
          <div class="small muted">All workspaces</div>
        </a>
        <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Menu
        </button>
      </div>
      <div>
        <h2>Data</h2>
        <ul>
          {link("Projects", "projects")}
          {link("Tables", "tables")}
          {link("SQL", "sql")}
          {link("Import", "import")}
        </ul>
      </div>
      <div>
        <h2>Work</h2>
        <ul>
          {link("Tasks", "tasks")}
          {link("Analyse data", "analyze")}
          {link("Train models", "train")}
          {link("Design variants", "design")}
        </ul>
      </div>
      <Who />
    </nav>
  );
}

/** Page of the address. It is kept while only its query changes. */
function Route({ name }: { name: string }) {
  const { pathname } = address.value;
  const rest = pathname.split("/").slice(3).join("/") || "tables";
  const found = Object.keys(PAGES).flatMap((pattern) => {
    const params = matchPath(pattern, rest);
    return params ? [{ pattern, params }] : [];
  })[0];
  const loaded = useResource(`page ${found?.pattern}`, async () => ({
    pattern: found?.pattern,
    component: found && (await PAGES[found.pattern]?.()),
  }));
  if (!found) {
    return (
      <Page title="Not found">
        <p>There is no page at this address.</p>
        <a href={pathIn({ name }, "tables")}>Tables</a>
      </Page>
    );
  }
  if (loaded.state === "failed") {
    return (
      <Page title="Not loaded">
        <Failure error={loaded.error} />
      </Page>
    );
  }
  const { pattern, component: Component } = latestOf(loaded) ?? {};
  if (!Component || pattern !== found.pattern) return <Loading />;
  return <Component key={rest} params={found.params} />;
}

function Who() {
  if (typeof signedIn.value === "string") return null;
  const { platform } = signedIn.value;
  const current = signedIn.value;
  const me = latestOf(useResource("me", () => platform.me()));
  return (
    <div class="who">
      <div>{me?.email}</div>
      <button type="button" class="small" onClick={() => void signOut(current)}>
        Sign out
      </button>
    </div>
  );
}
