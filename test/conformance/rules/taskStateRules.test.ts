import { checkRules } from "../checkRules.ts";
import { taskStateRules } from "./taskStateRules.ts";

checkRules(taskStateRules);
