import { checkRules } from "../checkRules.ts";
import { originRules } from "./originRules.ts";

checkRules(originRules);
