/** Browser tabs notify each other when a user signs out. */
const channel = new BroadcastChannel("console-session");

export function tellSignedOut(): void {
  channel.postMessage("signedOut");
}

/** Calls a function when a user signs out in another tab. */
export function onSignedOutElsewhere(act: () => void): void {
  channel.addEventListener("message", ({ data }) => {
    if (data === "signedOut") act();
  });
}
