import type { Check } from "./check.ts";
import { deletionRace } from "./checks/deletionRace.ts";
import { foreignIds } from "./checks/foreignIds.ts";
import { journey } from "./checks/journey.ts";
import { nonMembers } from "./checks/nonMembers.ts";
import { pathEscaping } from "./checks/pathEscaping.ts";
import { tenantRole } from "./checks/tenantRole.ts";
import { toolCredentials } from "./checks/toolCredentials.ts";
import { upload } from "./checks/upload.ts";
import { versions } from "./checks/versions.ts";

/** Checks in execution order: the last one finishes with a workspace that is being deleted. */
export const checks: Record<string, Check> = {
  journey,
  upload,
  versions,
  pathEscaping,
  foreignIds,
  nonMembers,
  tenantRole,
  toolCredentials,
  deletionRace,
};
