import { checkRules } from "../checkRules.ts";
import { userRules } from "./userRules.ts";

checkRules(userRules);
