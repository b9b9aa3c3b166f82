import { checkRules } from "../checkRules.ts";
import { versionRules } from "./versionRules.ts";

checkRules(versionRules);
