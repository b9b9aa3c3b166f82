import { checkRules } from "../checkRules.ts";
import { overviewRules } from "./overviewRules.ts";

checkRules(overviewRules);
