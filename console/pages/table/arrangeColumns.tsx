import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { address, navigate } from "../../router.ts";
import { type Arrangement, moveColumn, togglePinned, toggleShown, writeArrangement } from "./arrangement.ts";

interface ArrangeColumnsProps {
  /** All columns of the table, in order. */
  names: readonly string[];
  arrangement: Arrangement;
}

/** Button with a dialog for selecting, ordering and pinning the columns of a table. */
export function ArrangeColumns({ names, arrangement }: ArrangeColumnsProps) {
  const [isOpen, setOpen] = useState(false);
  const { shown } = arrangement;
  const hidden = names.filter((name) => !shown.includes(name));
  const set = (next: Arrangement) => {
    const url = new URL(address.value);
    writeArrangement(url.searchParams, next, names);
    navigate(url.pathname + url.search, { replace: true });
  };
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        <Icon name="columns" class="small" />
        Columns{hidden.length > 0 && ` (${shown.length} of ${names.length})`}
      </button>
      {isOpen && (
        <Dialog label="Columns" onClose={() => setOpen(false)}>
          <h2>Columns</h2>
          <p class="muted">
            Choose what the grid shows. Pinned columns stay in place. Downloads contain all columns.
          </p>
          <ul class="plain arrange">
            {[...shown, ...hidden].map((name) => (
              <ColumnItem key={name} name={name} arrangement={arrangement} onChange={set} />
            ))}
          </ul>
          <div class="row">
            <button type="button" class="primary" onClick={() => setOpen(false)}>
              Done
            </button>
            <button type="button" onClick={() => set({ shown: names, pinned: 0 })}>
              Reset to all columns
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ColumnItemProps {
  name: string;
  arrangement: Arrangement;
  onChange: (arrangement: Arrangement) => void;
}

/** Column with a check box that shows it, and with buttons that move and pin it. */
function ColumnItem({ name, arrangement, onChange }: ColumnItemProps) {
  const { shown, pinned } = arrangement;
  const index = shown.indexOf(name);
  return (
    <li class="row">
      <label class="check">
        <input
          type="checkbox"
          checked={index >= 0}
          disabled={shown.length === 1 && index === 0}
          onChange={() => onChange(toggleShown(arrangement, name))}
        />
        {name}
      </label>
      {index >= 0 && (
        <>
          <Press
            label={`Move ${name} up`}
            icon="up"
            onPress={() => onChange(moveColumn(arrangement, name, -1))}
          />
          <Press
            label={`Move ${name} down`}
            icon="down"
            onPress={() => onChange(moveColumn(arrangement, name, 1))}
          />
          <Press
            label={`Pin ${name}`}
            icon="pin"
            isOn={index < pinned}
            onPress={() => onChange(togglePinned(arrangement, name))}
          />
        </>
      )}
    </li>
  );
}

interface PressProps {
  label: string;
  icon: "up" | "down" | "pin";
  isOn?: boolean;
  onPress: () => void;
}

function Press({ label, icon, isOn, onPress }: PressProps) {
  return (
    <button
      type="button"
      class={`icon-button small ${isOn ? "on" : ""}`}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
