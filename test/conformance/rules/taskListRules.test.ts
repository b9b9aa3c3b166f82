import { checkRules } from "../checkRules.ts";
import { taskListRules } from "./taskListRules.ts";

checkRules(taskListRules);
