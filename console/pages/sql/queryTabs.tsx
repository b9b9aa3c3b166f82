import { pathIn, useWorkspace } from "../../lab.ts";
import { Icon } from "../../parts/icon.tsx";
import { keepText } from "../../parts/keepText.ts";
import { say } from "../../parts/toast.tsx";
import { navigate } from "../../router.ts";
import { addTab, closeTab, draftKey, MAX_TABS, openTabs, tabTitle } from "./sqlTabs.ts";

/** Queries that are open in this browser. Each keeps its text. */
export function QueryTabs({ shown, text }: { shown: number; text: string }) {
  const workspace = useWorkspace();
  const { name } = workspace;
  const tabs = openTabs(name, shown);
  const pathOf = (tab: number) => pathIn(workspace, "sql") + (tab === 1 ? "" : `?tab=${tab}`);
  const titleOf = (tab: number) =>
    tabTitle(tab, tab === shown ? text : (localStorage.getItem(draftKey(name, tab)) ?? ""));
  const close = (tab: number) => {
    const draft = tab === shown ? text : localStorage.getItem(draftKey(name, tab));
    navigate(pathOf(closeTab(name, tab, tabs)));
    if (!draft?.trim()) return;
    say("The query is closed.", {
      label: "Open it again",
      run: () => {
        const again = addTab(name, openTabs(name, 1));
        keepText(draftKey(name, again), draft);
        navigate(pathOf(again));
      },
    });
  };
  return (
    <nav class="tabs query-tabs" aria-label="Queries">
      {tabs.map((tab) => (
        <span key={tab}>
          <a href={pathOf(tab)} aria-current={tab === shown ? "page" : undefined}>
            {titleOf(tab)}
          </a>
          {tabs.length > 1 && (
            <button
              type="button"
              class="icon-button small"
              aria-label={`Close ${titleOf(tab)}`}
              onClick={() => close(tab)}
            >
              <Icon name="close" class="small" />
            </button>
          )}
        </span>
      ))}
      {tabs.length < MAX_TABS && (
        <button
          type="button"
          class="icon-button small"
          aria-label="New query"
          title="New query"
          onClick={() => navigate(pathOf(addTab(name, tabs)))}
        >
          <Icon name="add" />
        </button>
      )}
    </nav>
  );
}
