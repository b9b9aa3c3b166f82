import { checkRules } from "../checkRules.ts";
import { CONNECTED, providerRules } from "./providerRules.ts";

checkRules(providerRules, CONNECTED);
