const CHECK_INTERVAL_MS = 500;

/** Calls `onExit` once the process that started this one has ended: an orphan is given another parent. */
export function onParentExit(onExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onExit();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
