import { checkRules } from "../checkRules.ts";
import { sessionRules } from "./sessionRules.ts";

checkRules(sessionRules);
