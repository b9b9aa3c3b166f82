import { checkRules } from "../checkRules.ts";
import { documentationRules } from "./documentationRules.ts";

checkRules(documentationRules);
