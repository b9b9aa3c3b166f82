import { say } from "./toast.tsx";

/** Copies text and shows a confirmation, or a message if the browser does not allow copying. */
export async function copyAndSay(text: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
  } catch {
    say("The browser does not allow copying here. Select the text and copy it with the keyboard.");
  }
}
