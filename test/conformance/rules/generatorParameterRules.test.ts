import { checkRules } from "../checkRules.ts";
import { generatorParameterRules } from "./generatorParameterRules.ts";

checkRules(generatorParameterRules);
