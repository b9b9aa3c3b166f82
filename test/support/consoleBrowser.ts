import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { hasBrowser, openPlainBrowser } from "./browser.ts";
import { type Lab, newLab, sharedPlatform } from "./lab.ts";

export interface ConsoleBrowser {
  /** Opens a console page, by path or URL, in a separate session, and signs in as the lab's scientist. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors reported by pages. */
  complaints: string[];
  close(): Promise<void>;
}

export async function openConsoleBrowser(lab: Lab): Promise<ConsoleBrowser> {
  const browser = await openPlainBrowser();
  const complaints: string[] = [];
  return {
    complaints,
    close: () => browser.close(),
    async open(path, options = {}) {
      const viewport = { width: 1280, height: 800 };
      const page = await (await browser.newContext({ viewport, ...options })).newPage();
      page.setDefaultTimeout(90_000);
      page.on("console", (message) => {
        const text = `${message.text()} ${message.location().url}`;
        // A deleted load is polled until it is gone. Only administrators may list erasures; other members see a note instead.
        const isExpected = /404 .*load:get|403 .*listErasures/.test(text);
        if (message.type() === "error" && !isExpected) complaints.push(text);
      });
      page.on("request", (request) => {
        const { protocol, hostname, href } = new URL(request.url());
        if (/^https?:$/.test(protocol) && hostname !== "127.0.0.1") complaints.push(`asks for ${href}`);
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(new URL(path, sharedPlatform().platformUrl).href);
      await page.getByLabel("Email").fill(`${lab.name}@example.org`);
      await page.getByRole("button", { name: "Sign in" }).click();
      return page;
    },
  };
}

/** Console tests in a browser that share a workspace. */
export interface ConsoleTests {
  readonly lab: Lab;
  readonly console: ConsoleBrowser;
}

/** Declares page tests in a browser. The browser and a workspace are created before the first test and closed after the last. */
export function describeConsole(title: string, declareTests: (made: ConsoleTests) => void): void {
  describe.skipIf(!hasBrowser)(`${title} (needs a browser: Linux on x64)`, () => {
    let made: ConsoleTests | undefined;
    const get = (): ConsoleTests => {
      if (!made) throw new Error("The browser is opened before the tests.");
      return made;
    };

    beforeAll(async () => {
      const lab = await newLab();
      made = { lab, console: await openConsoleBrowser(lab) };
    });
    afterAll(() => made?.console.close());

    declareTests({
      get lab() {
        return get().lab;
      },
      get console() {
        return get().console;
      },
    });
  });
}

let axe: Promise<string> | undefined;

/**
 * Checks the page after everything on it has loaded: "Loading" messages fade in and have less contrast while doing so. The
 * debugger injects the scripts for the check, so the page's security policy does not apply to them.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => page.locator(".appear").count(), { message: page.url() }).toBe(0);
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: await axe });
  const { result } = await session.send("Runtime.evaluate", {
    expression:
      "axe.run(document, { iframes: false }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])))",
    awaitPromise: true,
  });
  expect(JSON.parse(String(result.value)), page.url()).toEqual([]);
}
