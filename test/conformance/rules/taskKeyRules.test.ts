import { checkRules } from "../checkRules.ts";
import { taskKeyRules } from "./taskKeyRules.ts";

checkRules(taskKeyRules);
