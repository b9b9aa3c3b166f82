import { checkRules } from "../checkRules.ts";
import { taskUpdateRules } from "./taskUpdateRules.ts";

checkRules(taskUpdateRules);
