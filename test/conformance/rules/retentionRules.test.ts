import { checkRules } from "../checkRules.ts";
import { RETENTION, retentionRules } from "./retentionRules.ts";

checkRules(retentionRules, RETENTION);
