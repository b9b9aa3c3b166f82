import { checkRules } from "../checkRules.ts";
import { dataParameterRules } from "./dataParameterRules.ts";

checkRules(dataParameterRules);
