import { useEffect, useRef, useState } from "preact/hooks";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, take } from "../lab.ts";
import { latestOf, useResource } from "../resource.ts";
import { navigate } from "../router.ts";
import { Dialog } from "./dialog.tsx";

/** Page that the dialog can open. */
export interface Place {
  label: string;
  kind: string;
  path: string;
}

const SHOWN_ITEMS = 12;
/** Maximum number of items of each kind (tables, tasks and projects) to search. */
const MAX_ITEMS = 300;

interface GoToProps {
  workspace: Workspace;
  /** Pages of the console. */
  pages: readonly Place[];
  onClose: () => void;
}

/** Dialog that opens a page, table, project or task by part of its name. */
export function GoTo({ workspace, pages, onClose }: GoToProps) {
  const places = latestOf(useResource(`places ${workspace.name}`, () => placesIn(workspace)));
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const matching = [
    ...matchPlaces([...pages, ...(places ?? [])], text).slice(0, SHOWN_ITEMS),
    ...searchPlace(workspace, text),
  ];
  const go = (destination: Place | undefined) => {
    if (!destination) return;
    onClose();
    navigate(destination.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + matching.length) % Math.max(1, matching.length));
    else if (event.key === "Enter") go(matching[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Go to" onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-label="Page, table, project or task"
        aria-expanded="true"
        aria-controls="places"
        aria-activedescendant={matching.length > 0 ? `place-${active}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="Page, table, project or task"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id="places" role="listbox" aria-label="Places" class="places">
        {matching.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which has the focus
          <div
            key={destination.path}
            id={`place-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onClick={() => go(destination)}
          >
            <span>{destination.label}</span>
            <span class="small muted">{destination.kind}</span>
          </div>
        ))}
      </div>
      <p class="small muted" role="status">
        {matching.length === 0 ? (places ? "No matches." : "Searching…") : ""}
      </p>
    </Dialog>
  );
}

async function placesIn(workspace: Workspace): Promise<Place[]> {
  // Loaded here so that it is not part of the frame shared by all pages.
  const { taskTitle } = await import("../pages/tasks/taskTitle.ts");
  const [tables, projects, tasks] = await Promise.all([
    take(workspace.tables(), MAX_ITEMS),
    take(workspace.projects({ order: "DESC" }), MAX_ITEMS),
    take(workspace.tasks({ order: "DESC" }), MAX_ITEMS),
  ]);
  return [
    ...tables.map(({ reference, kind }) => ({
      label: reference,
      kind: kind === "VIEW" ? "view" : "table",
      path: pathIn(workspace, "tables", reference),
    })),
    ...projects.map(({ id, name }) => ({
      label: name,
      kind: "project",
      path: pathIn(workspace, "projects", id),
    })),
    ...tasks.map((task) => ({
      label: taskTitle(task),
      kind: "task",
      path: pathIn(workspace, "tasks", task.id),
    })),
  ];
}

/** Numbered substitution, or part of a sequence. */
const LIKE_A_VARIANT = /^\s*(?:p\.|[A-Z]\d+[A-Z*]|[A-Z]{8,})/i;

/** Item that searches all tables for a variant; offered if the text may describe a variant. */
function searchPlace(workspace: Workspace, text: string): Place[] {
  if (!LIKE_A_VARIANT.test(text)) return [];
  const path = `${pathIn(workspace, "search")}?${new URLSearchParams({ q: text.trim() })}`;
  return [{ label: `Find ${text.trim()} in all tables`, kind: "variant", path }];
}

/** Returns the items with names that contain all words of a string; names that start with it come first. */
export function matchPlaces(places: readonly Place[], text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  return places
    .filter(({ label, kind }) => words.every((word) => `${label} ${kind}`.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)));
}

function begins({ label }: Place, text: string): boolean {
  return label.toLowerCase().startsWith(text);
}
