import { checkRules } from "../checkRules.ts";
import { taskDataRules } from "./taskDataRules.ts";

checkRules(taskDataRules);
