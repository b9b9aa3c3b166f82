import * as v from "valibot";
import { QueryBoolean } from "./pageQuery.ts";

/** Query parameter of operations that can answer with a redirect to the object store. */
export const Redirect = v.pipe(
  QueryBoolean,
  v.description(
    "True for a 303 redirect to a URL in the object store, valid for a minute. It needs no token, states the length, and has no size limit. Up to 4 MB of rows are returned directly",
  ),
);
