const CHECK_INTERVAL_MS = 500;

/** Calls `onExit` after the parent process has exited: an orphan is assigned another parent. */
export function onParentExit(onExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onExit();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
