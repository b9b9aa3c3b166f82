import { checkRules } from "../checkRules.ts";
import { rankerParameterRules } from "./rankerParameterRules.ts";

checkRules(rankerParameterRules);
