/** Tabs of this browser tell each other when somebody signs out. */
const channel = new BroadcastChannel("console-session");

export function tellSignedOut(): void {
  channel.postMessage("signedOut");
}

/** Calls a function when somebody signs out in another tab. */
export function onSignedOutElsewhere(act: () => void): void {
  channel.addEventListener("message", ({ data }) => {
    if (data === "signedOut") act();
  });
}
