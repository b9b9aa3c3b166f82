import { say } from "./toast.tsx";

/** Copies text, and says so; or says that the browser does not allow it. */
export async function copyAndSay(text: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
  } catch {
    say("The browser does not allow copying here. Select the text, and copy it by keyboard.");
  }
}
