/** Name by which the query of a `TASK_RESULT` source reads that source's rows; no table can have it. */
export const SOURCE_NAME = "__source__";
