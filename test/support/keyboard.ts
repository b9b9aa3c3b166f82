import type { Page } from "playwright-core";

const MAX_STOPS = 80;

/** Presses Tab until the element with a given name has focus. Throws if it never receives focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(NAME_OF_FOCUSED);
    seen.push(focused);
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
  }
  throw new Error(`Tab does not lead to ${name}: ${seen.join(" | ")}`);
}

/** Moves to a control with Tab and presses it. */
export async function pressByKey(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Page script that returns the name of the focused element, as assistive technology reads it in simple cases. */
const NAME_OF_FOCUSED = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return "";
  const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
  return (label ?? "").trim();
})()`;
