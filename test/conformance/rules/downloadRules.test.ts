import { checkRules } from "../checkRules.ts";
import { downloadRules } from "./downloadRules.ts";

checkRules(downloadRules);
