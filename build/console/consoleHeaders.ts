/** Addresses that the console calls. */
export interface ConsoleAddresses {
  platformUrl: string;
  regionUrls: readonly string[];
  idpUrl: string;
  /** Addresses of the object store to which responses redirect. */
  objectUrls: readonly string[];
}

/**
 * Returns the security headers of the console page: scripts may come only from its files, and it may call only the platform,
 * the object store and the identity provider.
 */
export function consoleHeaders({
  platformUrl,
  regionUrls,
  idpUrl,
  objectUrls,
}: ConsoleAddresses): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", platformUrl, ...regionUrls, ...objectUrls, idpUrl].join(" ")}`,
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
