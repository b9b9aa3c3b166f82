import { checkRules } from "../checkRules.ts";
import { artifactRules } from "./artifactRules.ts";

checkRules(artifactRules);
