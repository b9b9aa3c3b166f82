/** DynamoDB API response: a JSON document, which is an error if the status is not 200. */
export interface DatabaseAnswer {
  status: number;
  body: string | Buffer;
}

/** Answer in place of a database that did not respond; clients try again. */
export const NO_RESPONSE: DatabaseAnswer = {
  status: 500,
  body: JSON.stringify({ __type: "InternalServerError", message: "The database did not respond." }),
};

/** Operation that overwrites deleted items in the files of the database; DynamoDB has no such operation. */
export const PURGE = "PurgeDeletedItems";

/** Program that stores the tables. It does not verify signatures, so it must be reachable only from this process. */
export interface DatabaseEngine {
  name: string;
  /** Runs a DynamoDB API operation, such as `GetItem`. Rejects if the engine does not respond. */
  call: (operation: string, body: Buffer) => Promise<DatabaseAnswer>;
  close: () => Promise<void>;
}
