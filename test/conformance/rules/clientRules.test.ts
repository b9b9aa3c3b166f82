import { checkRules } from "../checkRules.ts";
import { clientRules } from "./clientRules.ts";

checkRules(clientRules);
