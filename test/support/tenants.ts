import { expect } from "vitest";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import { type Fixtures, newFixtures } from "./fixtures.ts";
import type { Answer } from "./http.ts";
import { type Lab, newLab } from "./lab.ts";
import type { OwnPlatform } from "./ownPlatform.ts";

/** Workspace with one resource of every kind. */
export interface Tenant {
  lab: Lab;
  scope: WorkspaceScope;
  fixtures: Fixtures;
}

export async function newTenant({ addresses, platform }: OwnPlatform): Promise<Tenant> {
  const lab = await newLab(addresses);
  const settings = platform.settings.EU;
  const workspace = await workspaceByName({ settings }, lab.name);
  if (!workspace) throw new Error(`There is no workspace "${lab.name}"`);
  const scope: WorkspaceScope = { settings, id: workspace.id, region: workspace.region };
  return { lab, scope, fixtures: await newFixtures(lab, scope) };
}

/** Returns an error without its variable parts: the name or ID that was sent, and the request ID. */
export function comparable({ status, headers, body }: Answer, sent: string): string {
  const { error_id, ...rest } = body;
  expect(error_id).toMatch(/^[0-9a-f-]{36}$/);
  const text = JSON.stringify(rest).replaceAll(sent, "SENT");
  return JSON.stringify([status, headers.get("www-authenticate"), headers.get("cache-control"), text]);
}
