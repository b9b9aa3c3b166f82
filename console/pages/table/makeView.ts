import type { Workspace } from "#client/workspace.ts";
import type { NormalizedView } from "#shared/domain/columns/normalizedView.ts";
import { pathIn } from "../../lab.ts";
import { readAgain } from "../../resource.ts";
import { navigate } from "../../router.ts";

/** Creates a view and shows it. */
export async function makeView(
  workspace: Workspace,
  { reference, query, formula }: NormalizedView,
): Promise<void> {
  await workspace.createView(reference, query, formula);
  readAgain();
  navigate(pathIn(workspace, "tables", reference));
}
