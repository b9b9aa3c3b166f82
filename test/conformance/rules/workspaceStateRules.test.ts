import { checkRules } from "../checkRules.ts";
import { workspaceStateRules } from "./workspaceStateRules.ts";

checkRules(workspaceStateRules);
