/** Answer of the DynamoDB API: a JSON document, which is an error if the status is not 200. */
export interface DatabaseAnswer {
  status: number;
  body: string | Buffer;
}

/** Program that stores the tables. It verifies no signatures, so only this process may be able to reach it. */
export interface DatabaseEngine {
  name: string;
  /** Runs an operation of the DynamoDB API, such as `GetItem`. Rejects if the engine does not respond. */
  call: (operation: string, body: Buffer) => Promise<DatabaseAnswer>;
  close: () => Promise<void>;
}
