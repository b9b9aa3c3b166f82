import * as v from "valibot";
import { QueryBoolean } from "./pageQuery.ts";

/** Query parameter of operations that can answer with a redirect to the object store. */
export const Redirect = v.pipe(
  QueryBoolean,
  v.description(
    "True to be sent, by a 303, to an address in the object store that is good for a minute, where the answer is read without a token, with its length and without limit of size. Up to 4 MB of rows are answered at once all the same",
  ),
);
