import type { Rule } from "./rule.ts";
import { accessRules } from "./rules/accessRules.ts";
import { columnRules } from "./rules/columnRules.ts";
import { conventionRules } from "./rules/conventionRules.ts";
import { errorRules } from "./rules/errorRules.ts";
import { importRules } from "./rules/importRules.ts";
import { listRules } from "./rules/listRules.ts";
import { loadRules } from "./rules/loadRules.ts";
import { loadStateRules } from "./rules/loadStateRules.ts";
import { projectRules } from "./rules/projectRules.ts";
import { queryRules } from "./rules/queryRules.ts";
import { roundRules } from "./rules/roundRules.ts";
import { tableRules } from "./rules/tableRules.ts";
import { uploadRules } from "./rules/uploadRules.ts";
import { versionRules } from "./rules/versionRules.ts";
import { viewRules } from "./rules/viewRules.ts";
import { workspaceRules } from "./rules/workspaceRules.ts";

/** The whole table. */
export const allRules: readonly Rule[] = [
  ...accessRules,
  ...columnRules,
  ...conventionRules,
  ...errorRules,
  ...importRules,
  ...listRules,
  ...loadRules,
  ...loadStateRules,
  ...projectRules,
  ...queryRules,
  ...roundRules,
  ...tableRules,
  ...uploadRules,
  ...versionRules,
  ...viewRules,
  ...workspaceRules,
];
