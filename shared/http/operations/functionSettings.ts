import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { leasedIsolation } from "#shared/store/leasedIsolation.ts";

/** Returns the settings of a function that serves requests. Workspace limits are enforced by leases. */
export function functionSettings(environment: Environment): Settings {
  const settings = settingsFrom(environment);
  const { queries, uploads } = settings.workspaceLimits;
  if (queries === null && uploads === null) return settings;
  return { ...settings, isolation: leasedIsolation(settings.workspaceLimits) };
}
