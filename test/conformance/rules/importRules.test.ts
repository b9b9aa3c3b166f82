import { checkRules } from "../checkRules.ts";
import { importRules } from "./importRules.ts";

checkRules(importRules);
