/**
 * Factory for values that the page's security policy accepts as script URLs; available in browsers but not declared in
 * TypeScript.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (path: string) => string },
  ): { createScriptURL: (path: string) => string };
}

const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("page-worker", {
  createScriptURL: (path) => path,
});

/** Starts a console worker. The path of its script is in the page's metadata under this name. */
export function startPageWorker(name: "check-worker" | "fit-worker"): Worker {
  const path = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? "";
  return new Worker(trusted?.createScriptURL(path) ?? path, { type: "module" });
}
