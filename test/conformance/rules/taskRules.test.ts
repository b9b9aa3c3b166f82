import { checkRules } from "../checkRules.ts";
import { taskRules } from "./taskRules.ts";

checkRules(taskRules);
