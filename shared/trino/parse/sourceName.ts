/** Name under which the query of a `TASK_RESULT` source reads that source's rows; no table can have this name. */
export const SOURCE_NAME = "__source__";
