import { inject } from "vitest";
import { deletionRace } from "./checks/deletionRace.ts";
import { foreignIds } from "./checks/foreignIds.ts";
import { journey } from "./checks/journey.ts";
import { nonMembers } from "./checks/nonMembers.ts";
import { pathEscaping } from "./checks/pathEscaping.ts";
import { tenantRole } from "./checks/tenantRole.ts";
import { toolCredentials } from "./checks/toolCredentials.ts";
import { upload } from "./checks/upload.ts";
import { versions } from "./checks/versions.ts";
import { CHECKS, type CheckName } from "./options.ts";
import { type Check, smokeTest } from "./smokeTest.ts";

const checks: Record<CheckName, Check> = {
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

for (const name of inject("smokeLab").options.only) smokeTest(`${name}: ${CHECKS[name]}`, checks[name]);
