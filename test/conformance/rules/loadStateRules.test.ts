import { checkRules } from "../checkRules.ts";
import { loadStateRules } from "./loadStateRules.ts";

checkRules(loadStateRules);
