import type { ApiClient } from "./apiClient.ts";
import { show } from "./narration.ts";
import { printTable } from "./printTable.ts";

/** Demo workspace as seen by a member. */
export interface Session {
  api: ApiClient;
  projectId: string;
  roundId: string;
}

/** Runs a query and shows it with its result. */
export async function ask(
  api: ApiClient,
  query: string,
  options: Record<string, unknown> = {},
): Promise<void> {
  show(query);
  show(printTable(await api.query(query, options)));
}
