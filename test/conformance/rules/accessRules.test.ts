import { checkRules } from "../checkRules.ts";
import { accessRules } from "./accessRules.ts";

checkRules(accessRules);
