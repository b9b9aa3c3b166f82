import { checkRules } from "../checkRules.ts";
import { roundRules } from "./roundRules.ts";

checkRules(roundRules);
