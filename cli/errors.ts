/** Command that was given wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Command that needs somebody to be signed in. */
export class NotSignedIn extends Error {
  override readonly name = "NotSignedIn";
}

/** Work that Ctrl-C ended. The message says how to go on. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Files that cannot be loaded; what is wrong with them has been shown. */
export class UnfitFiles extends Error {
  override readonly name = "UnfitFiles";
}
