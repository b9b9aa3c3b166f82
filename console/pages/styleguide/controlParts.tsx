import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/actionButton.tsx";
import { CopyText } from "../../parts/copyText.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { say, sayError } from "../../parts/toast.tsx";
import { Specimen } from "./specimen.tsx";

/** Buttons, menus, and the content that they open. */
export function ControlParts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Specimen title="Buttons">
        <div class="row">
          <button type="button" class="primary">
            <Icon name="import" />
            Primary: one on a page
          </button>
          <button type="button">Other</button>
          <button type="button" class="quiet">
            Quiet
          </button>
          <button type="button" class="keeps">
            Keeps every value
          </button>
          <button type="button" class="danger">
            <Icon name="delete" />
            Delete
          </button>
          <button type="button" class="icon-button" aria-label="Copy">
            <Icon name="copy" />
          </button>
          <a class="button" href="#buttons">
            Link to the buttons
          </a>
        </div>
        <div class="row">
          <button type="button" class="small">
            <Icon name="undo" class="small" />
            Small
          </button>
          <button type="button" class="small" aria-pressed="true">
            Chosen
          </button>
          <button type="button" class="small" aria-pressed="false">
            Not chosen
          </button>
          <button type="button" class="primary" disabled>
            Primary, disabled
          </button>
          <button type="button" disabled>
            Disabled
          </button>
          <ActionButton busy="Working…" run={() => new Promise(() => undefined)}>
            Busy after it is pressed
          </ActionButton>
        </div>
      </Specimen>
      <Specimen title="Menus and messages">
        <div class="row">
          <Menu label="Menu with a word">
            <button type="button">First</button>
            <button type="button">Second</button>
          </Menu>
          <Menu label="More" isShort>
            <button type="button">Rename</button>
            <button type="button">Archive</button>
          </Menu>
          <button type="button" onClick={() => setOpen(true)}>
            Open a dialog
          </button>
          <button
            type="button"
            onClick={() => say("The rows were restored.", { label: "Undo", run: () => undefined }, true)}
          >
            Say something
          </button>
          <button type="button" onClick={() => sayError(new Error('There is no column "tm".'))}>
            Say an error
          </button>
        </div>
        <CopyText label="Text to copy" text="pdp use lab" />
      </Specimen>
      {isOpen && (
        <Dialog label="Dialog" onClose={() => setOpen(false)}>
          <h2>Dialog</h2>
          <p>Press Esc or click outside to close it.</p>
          <div class="row">
            <button type="button" class="primary" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
