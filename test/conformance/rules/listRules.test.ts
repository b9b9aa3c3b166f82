import { checkRules } from "../checkRules.ts";
import { listRules } from "./listRules.ts";

checkRules(listRules);
