import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** True if the registry package contains a browser for this machine: it is built only for Linux on x64. */
export const hasBrowser = process.platform === "linux" && process.arch === "x64";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Opens a browser with the settings that people use: the package's default arguments disable web security. */
export async function openPlainBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, ...ARGUMENTS],
    headless: true,
  });
}
