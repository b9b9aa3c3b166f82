import { checkRules } from "../checkRules.ts";
import { loadRules } from "./loadRules.ts";

checkRules(loadRules);
