import { checkRules } from "../checkRules.ts";
import { uploadRules } from "./uploadRules.ts";

checkRules(uploadRules);
