export { boundMessage, shortName, shortSentence, shortValue } from "../boundMessage.ts";
export { calendarFault } from "../calendarFault.ts";
export { nearest } from "../nearest.ts";
export { MAX_QUERY_MEMORY, queryOutOfMemory, queryTimeout } from "../queryLimits.ts";
export { formatPosition, positionAt, Refusal } from "../sqlError.ts";
export { OWN_MARK } from "../types/ownError.ts";
