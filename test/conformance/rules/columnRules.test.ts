import { checkRules } from "../checkRules.ts";
import { columnRules } from "./columnRules.ts";

checkRules(columnRules);
