import { checkRules } from "../checkRules.ts";
import { interfaceRules } from "./interfaceRules.ts";

checkRules(interfaceRules);
