import { checkRules } from "../checkRules.ts";
import { fileRules } from "./fileRules.ts";

checkRules(fileRules);
