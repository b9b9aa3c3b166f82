import { PAGE_PATTERN } from "#console/consolePaths.ts";

/**
 * Returns the code that the console's edge runs for each request, in CloudFront's JavaScript: every page path gets the same
 * page, and `/docs` redirects to the platform.
 */
export function consoleRequestCode(platformUrl: string): string {
  return `var page = new RegExp(${JSON.stringify(PAGE_PATTERN)});
function handler(event) {
  var request = event.request;
  if (request.uri === "/docs") {
    var location = { value: ${JSON.stringify(`${platformUrl}/docs`)} };
    return { statusCode: 302, statusDescription: "Found", headers: { location: location } };
  }
  if (page.test(request.uri)) request.uri = "/index.html";
  return request;
}
`;
}
