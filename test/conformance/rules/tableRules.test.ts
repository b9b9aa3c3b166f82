import { checkRules } from "../checkRules.ts";
import { tableRules } from "./tableRules.ts";

checkRules(tableRules);
