/**
 * Script that handles the URL fragment on the documentation page: it scrolls to the operation, tag or path that the fragment
 * names, and reports an unknown fragment, for which the page's renderer would silently show the top of the page.
 */
export const DOCS_ANCHORS = `
const explorer = document.querySelector("openapi-explorer");
const notice = document.querySelector("[role=status]");
let spec;

function placeOf(name) {
  const wanted = name.toLowerCase().replace(/^\\//, "");
  for (const tag of spec.tags) {
    if (tag.name.toLowerCase() === wanted) return tag.elementId;
    for (const { elementId, operationId, path } of tag.paths) {
      const names = [elementId, operationId, path.slice(1), path.split("/{workspace}/")[1]];
      if (names.some((one) => one && one.toLowerCase() === wanted)) return elementId;
    }
  }
}

function isPlace(route) {
  if (/^(overview|auth|servers|section|cmp|operations)(--|$)/.test(route)) return true;
  return spec.tags.some(({ elementId, paths }) =>
    route === elementId || route.startsWith(elementId + "--") || paths.some((one) => one.elementId === route));
}

function follow() {
  const [plain, query = ""] = location.hash.slice(1).split("?");
  const route = new URLSearchParams(query).get("route");
  let name = plain;
  try { name = decodeURIComponent(plain); } catch {}
  name = route || name;
  notice.textContent = "";
  if (name === "" || isPlace(name) && route) return;
  const place = isPlace(name) ? name : placeOf(name);
  if (place) location.replace("#?route=" + place);
  else notice.textContent = "There is no \\u201c" + name.slice(0, 100) + "\\u201d in this documentation. This is its start.";
}

explorer.addEventListener("spec-loaded", ({ detail }) => { spec = detail; follow(); });
addEventListener("hashchange", () => spec && follow());
`;
