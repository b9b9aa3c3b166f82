import { checkRules } from "../checkRules.ts";
import { conventionRules } from "./conventionRules.ts";

checkRules(conventionRules);
