import { ApiError } from "#client/errors.ts";

/** Returns the response to a request; null if the object does not exist. */
export async function ifFound<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
