import { checkRules } from "../checkRules.ts";
import { staffRules } from "./staffRules.ts";

checkRules(staffRules);
