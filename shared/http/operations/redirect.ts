import * as v from "valibot";
import { QueryBoolean } from "./pageQuery.ts";

/** Query parameter of operations that can respond with a redirect to the object store. */
export const Redirect = v.pipe(
  QueryBoolean,
  v.description(
    "True for a 303 redirect to an object store URL that is valid for one minute, requires no token, reports the length, and has no size limit. Otherwise, up to 4 MB of rows are returned directly",
  ),
);
