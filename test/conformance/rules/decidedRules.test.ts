import { checkRules } from "../checkRules.ts";
import { decidedRules } from "./decidedRules.ts";

checkRules(decidedRules);
