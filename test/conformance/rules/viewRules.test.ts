import { checkRules } from "../checkRules.ts";
import { viewRules } from "./viewRules.ts";

checkRules(viewRules);
