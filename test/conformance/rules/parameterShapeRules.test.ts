import { checkRules } from "../checkRules.ts";
import { parameterShapeRules } from "./parameterShapeRules.ts";

checkRules(parameterShapeRules);
