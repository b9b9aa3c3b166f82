import type { Workspace } from "#client/workspace.ts";
import { take } from "../lab.ts";
import { signedIn } from "../session.ts";

/** Asks before a page changes the work of another member, and names its author. Returns whether to continue. */
export async function confirmForOthers(
  workspace: Workspace,
  change: string,
  createdBy: string,
): Promise<boolean> {
  if (typeof signedIn.value === "string") return false;
  const { platform } = signedIn.value;
  if ((await platform.me()).user_id === createdBy) return true;
  const author = (await take(workspace.members())).find(({ user_id }) => user_id === createdBy);
  const name = author ? `${author.name} (${author.email})` : createdBy;
  return window.confirm(`This was created by ${name}. ${change}?`);
}
