import { checkRules } from "../checkRules.ts";
import { workspaceRules } from "./workspaceRules.ts";

checkRules(workspaceRules);
