import { checkRules } from "../checkRules.ts";
import { errorRules } from "./errorRules.ts";

checkRules(errorRules);
