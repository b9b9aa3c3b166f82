/** Maximum number of queries open at the same time. */
export const MAX_TABS = 12;

const listKey = (workspace: string) => `sql tabs ${workspace}`;

/** Returns the storage key for the draft of a tab in this browser, so that a query is not lost when the user leaves the page. */
export function draftKey(workspace: string, tab: number): string {
  return tab === 1 ? `sql ${workspace}` : `sql ${workspace} ${tab}`;
}

/** Reads the tab number from a URL: 1 if it does not contain one. */
export function tabOf(searchParams: URLSearchParams): number {
  const tab = Number(searchParams.get("tab") ?? "1");
  return Number.isInteger(tab) && tab >= 1 && tab < 1_000 ? tab : 1;
}

/** Returns the numbers of the open tabs, in order, including the visible tab. */
export function openTabs(workspace: string, shown: number, storage: Storage = localStorage): number[] {
  let kept: unknown;
  try {
    kept = JSON.parse(storage.getItem(listKey(workspace)) ?? "[1]");
  } catch {
    kept = [1];
  }
  const tabs = (Array.isArray(kept) ? kept : []).filter(
    (tab): tab is number => Number.isInteger(tab) && tab >= 1 && tab < 1_000,
  );
  return [...new Set([...(tabs.length > 0 ? tabs : [1]), shown])].slice(0, MAX_TABS + 1);
}

/** Opens a tab with the lowest free number, and returns the number. */
export function addTab(workspace: string, open: readonly number[], storage: Storage = localStorage): number {
  let tab = 1;
  while (open.includes(tab)) tab += 1;
  keep(workspace, [...open, tab], storage);
  return tab;
}

/** Closes a tab and discards its draft. Returns the tab to show: the previous one. */
export function closeTab(
  workspace: string,
  tab: number,
  open: readonly number[],
  storage: Storage = localStorage,
): number {
  const others = open.filter((other) => other !== tab);
  keep(workspace, others, storage);
  storage.removeItem(draftKey(workspace, tab));
  return others[Math.max(0, open.indexOf(tab) - 1)] ?? 1;
}

function keep(workspace: string, tabs: readonly number[], storage: Storage): void {
  try {
    if (tabs.length === 0) storage.removeItem(listKey(workspace));
    else storage.setItem(listKey(workspace), JSON.stringify(tabs));
  } catch {
    // If browser storage is full, the browser still shows the tab in the URL.
  }
}

/** Returns the title of a tab: the first words of its query. */
export function tabTitle(tab: number, draft: string): string {
  const words = draft
    .slice(0, 400)
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const from = /\bfrom ("[^"]{1,60}"|[\w.]{1,60})/i.exec(words)?.[1]?.replaceAll('"', "");
  return from === undefined ? `Query ${tab}` : `${tab}: ${from}`;
}
