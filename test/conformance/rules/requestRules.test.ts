import { checkRules } from "../checkRules.ts";
import { requestRules } from "./requestRules.ts";

checkRules(requestRules);
