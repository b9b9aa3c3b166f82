/**
 * Header that proves to an origin that a request came through the edge. It is API Gateway's header for API keys, so that an
 * API rejects other requests before it calls a function.
 */
export const EDGE_HEADER = "x-api-key";
