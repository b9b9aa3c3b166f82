import { checkRules } from "../checkRules.ts";
import { loadFileRules } from "./loadFileRules.ts";

checkRules(loadFileRules);
