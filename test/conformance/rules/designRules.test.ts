import { checkRules } from "../checkRules.ts";
import { designRules } from "./designRules.ts";

checkRules(designRules);
