import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, WorkspaceContext } from "./lab.ts";
import { matchPath } from "./matchPath.ts";
import { NoWorkspace } from "./pages/noWorkspace.tsx";
import { Brand } from "./parts/brand.tsx";
import { Failure } from "./parts/failure.tsx";
import type { Place } from "./parts/goTo.tsx";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { Loading, Page } from "./parts/page.tsx";
import { latestOf, useResource } from "./resource.ts";
import { address } from "./router.ts";
import { NoMember, openWorkspace, signedIn, signOut } from "./session.ts";
import { WORKSPACE_PAGES } from "./workspacePages.ts";

/** Frame around all pages of a workspace, with the menu. */
export function WorkspaceShell({ name }: { name: string }) {
  const opened = useResource(`workspace ${name}`, () => openWorkspace(name));
  const workspace = latestOf(opened);
  const [dialog, openDialog] = useState<DialogName | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const pressed = dialogOf(event);
      if (pressed === null) return;
      event.preventDefault();
      openDialog(pressed);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Side name={name} onGoTo={() => openDialog("goTo")} onKeys={() => openDialog("keys")} />
      <main id="content">
        {opened.state === "failed" && (
          <Page title={name}>
            {opened.error instanceof NoMember ? (
              <NoWorkspace name={name} />
            ) : (
              <Failure error={opened.error} />
            )}
          </Page>
        )}
        {workspace && (
          <WorkspaceContext.Provider value={workspace}>
            <Route name={name} />
          </WorkspaceContext.Provider>
        )}
      </main>
      {workspace && dialog && (
        <OpenDialog
          key={dialog}
          name={dialog}
          workspace={workspace}
          pages={placesOf(workspace)}
          onClose={() => openDialog(null)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  workspace: Workspace;
  pages: readonly Place[];
  onClose: () => void;
}

/** Dialogs over a page; each is loaded when it is opened. */
const DIALOGS = {
  goTo: async (): Promise<ComponentType<DialogProps>> => (await import("./parts/goTo.tsx")).GoTo,
  keys: async (): Promise<ComponentType<DialogProps>> => (await import("./parts/shortcuts.tsx")).Shortcuts,
};
type DialogName = keyof typeof DIALOGS;

function OpenDialog({ name, ...props }: DialogProps & { name: DialogName }) {
  const loaded = useResource(`dialog ${name}`, () => DIALOGS[name]());
  return loaded.state === "ready" ? <loaded.value {...props} /> : null;
}

/** Dialog opened by a key; null for other keys. */
function dialogOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): DialogName | null {
  if (altKey || shiftKey) return null;
  if (key === "F1" && !ctrlKey && !metaKey) return "keys";
  return key.toLowerCase() === "k" && (IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey) ? "goTo" : null;
}

const IS_MAC = navigator.platform.startsWith("Mac");

/** Menu pages, by heading. */
const MENU: Record<string, readonly [label: string, page: string, icon: IconName][]> = {
  Data: [
    ["Home", "home", "house"],
    ["Projects", "projects", "projects"],
    ["Tables", "tables", "tables"],
    ["Structures", "structures", "structures"],
    ["Find a variant", "search", "search"],
    ["SQL", "sql", "sql"],
    ["Import", "import", "import"],
  ],
  Work: [
    ["Tasks", "tasks", "tasks"],
    ["Models", "models", "models"],
    ["Analyze data", "analyze", "analyze"],
    ["Train models", "train", "train"],
    ["Design variants", "design", "design"],
    ["Predict variants", "predict", "predict"],
  ],
  Workspace: [["Settings", "settings", "settings"]],
};

function placesOf(workspace: Workspace): Place[] {
  return Object.values(MENU)
    .flat()
    .map(([label, page]) => ({ label, kind: "page", path: pathIn(workspace, page) }));
}

interface SideProps {
  name: string;
  onGoTo: () => void;
  onKeys: () => void;
}

function Side({ name, onGoTo, onKeys }: SideProps) {
  const here = { name };
  const { pathname } = address.value;
  /** True if the menu is shown in a window that is too narrow to show it next to the page. */
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  return (
    <nav class={`side ${isOpen ? "open" : ""}`} aria-label="Workspace">
      <Brand />
      <div class="top">
        <a class="switcher" href="/">
          <Mark />
          <span>
            <strong>{name}</strong>
            <span class="small muted">All workspaces</span>
          </span>
          <Icon name="switch" />
        </a>
        <button
          type="button"
          class="icon-button menu"
          aria-label="Menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? "close" : "menu"} />
        </button>
      </div>
      <button type="button" class="find" onClick={onGoTo}>
        <Icon name="search" />
        Go to… <kbd>{IS_MAC ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      {Object.entries(MENU).map(([heading, pages]) => (
        <div key={heading}>
          <h2>{heading}</h2>
          <ul>
            {pages.map(([label, page, icon]) => {
              const path = pathIn(here, page);
              const isHere = pathname === path || pathname.startsWith(`${path}/`);
              return (
                <li key={page}>
                  <a href={path} aria-current={isHere ? "page" : undefined}>
                    <Icon name={icon} />
                    {label}
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <Who onKeys={onKeys} />
    </nav>
  );
}

/** Page for the URL. It is kept while only the query changes. */
function Route({ name }: { name: string }) {
  const { pathname } = address.value;
  const rest = pathname.split("/").slice(3).join("/") || "home";
  const route = Object.keys(WORKSPACE_PAGES).flatMap((pattern) => {
    const params = matchPath(pattern, rest);
    return params ? [{ pattern, params }] : [];
  })[0];
  const loaded = useResource(`page ${route?.pattern}`, async () => ({
    pattern: route?.pattern,
    component: route && (await WORKSPACE_PAGES[route.pattern]?.()),
  }));
  if (!route) {
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
  if (!Component || pattern !== route.pattern) return <Loading />;
  return <Component key={rest} params={route.params} />;
}

function Who({ onKeys }: { onKeys: () => void }) {
  if (typeof signedIn.value === "string") return null;
  const { platform } = signedIn.value;
  const current = signedIn.value;
  const me = latestOf(useResource("me", () => platform.me()));
  return (
    <div class="who">
      <span class="small muted" title={me?.email}>
        {me?.email}
      </span>
      <button type="button" class="icon-button small" aria-label="Keys" title="Keys (F1)" onClick={onKeys}>
        <Icon name="keyboard" />
      </button>
      <button
        type="button"
        class="icon-button small"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void signOut(current)}
      >
        <Icon name="signOut" />
      </button>
    </div>
  );
}
