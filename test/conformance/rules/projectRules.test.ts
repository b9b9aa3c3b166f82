import { checkRules } from "../checkRules.ts";
import { projectRules } from "./projectRules.ts";

checkRules(projectRules);
