/** Exit codes that scripts can rely on. */
export const EXIT = { done: 0, failed: 1, usage: 2, dataProblems: 3, signIn: 4, interrupted: 130 } as const;
