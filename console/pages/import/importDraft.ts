import type { Problems } from "@pdp/basics/wording";
import { signal } from "@preact/signals";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { address } from "../../router.ts";
import { statedRound } from "../rounds/statedRound.ts";

/** File problems as a table: the first problem for each column and reason, and the total count. */
export type FoundProblems = Pick<Problems, "groups" | "count">;
export type Preview = components["schemas"]["FilePreview"];

export type ImportStep =
  | { name: "choose"; error?: unknown }
  /** Another page has provided the file, which has not been read yet. */
  | { name: "given"; file: File }
  | { name: "previewing"; file: File }
  | {
      name: "columns";
      file: File;
      preview: Preview;
      problems: FoundProblems;
      /** True if only the first rows have been checked; the check of all rows replaces these problems. */
      isPreview: boolean;
    }
  | { name: "importing"; file: File; done: string }
  /** The service has issued warnings; `answer` specifies whether to continue. */
  | { name: "warned"; file: File; warnings: readonly string[]; answer: (goOn: boolean) => void };

export type ColumnsStep = Extract<ImportStep, { name: "columns" }>;

/** Import in progress: the choices so far. */
export interface ImportDraft {
  workspace: string;
  step: ImportStep;
  config: TableConfig | null;
  /** Table reference; null until one is chosen. */
  into: string | null;
  /** Project ID, or the name of a new project; empty for the first project. */
  project: string;
  /** Round ID or `AUTOMATIC_ROUND`; empty for none. */
  round: string;
  /** True to create replicate views. */
  replicates: boolean;
}

/** This tab's import, kept while other pages are shown so that users can return to it. */
export const importDraft = signal<ImportDraft | null>(null);

/** Returns the current import of a workspace; a new one if there is none. */
export function draftOf(workspace: string): ImportDraft {
  const draft = importDraft.value;
  if (draft?.workspace === workspace) return draft;
  const { searchParams } = address.value;
  const project = searchParams.get("project") ?? "";
  const round = statedRound();
  return { workspace, step: { name: "choose" }, config: null, into: null, project, round, replicates: false };
}

/** Changes some choices of the current import of a workspace. */
export function changeDraft(workspace: string, changes: Partial<ImportDraft>): void {
  importDraft.value = { ...draftOf(workspace), ...changes };
}

/**
 * Asks for confirmation before the page is closed during an import, because the browser does not keep the file.
 */
window.addEventListener("beforeunload", (event) => {
  const draft = importDraft.value;
  const isPrepared = draft !== null && draft.config !== null && draft.step.name !== "choose";
  const isSent = draft?.step.name === "importing";
  if (isPrepared && (isSent || window.location.pathname.endsWith("/import"))) event.preventDefault();
});
