import { checkRules } from "../checkRules.ts";
import { queryRules } from "./queryRules.ts";

checkRules(queryRules);
