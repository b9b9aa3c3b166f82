import { checkRules } from "../checkRules.ts";
import { trainRules } from "./trainRules.ts";

checkRules(trainRules);
