import { checkRules } from "../checkRules.ts";
import { keyRules } from "./keyRules.ts";

checkRules(keyRules);
