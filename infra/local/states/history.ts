import type { Json } from "./definition.ts";

/** As GetExecutionHistory answers it, but for the time: ms since 1970. */
export interface HistoryEvent {
  id: number;
  previousEventId: number;
  type: string;
  time: number;
  [details: `${string}EventDetails`]: Record<string, unknown>;
}

/** The most events that an execution may have on AWS. */
const MAX_EVENTS = 25_000;
/** Data beyond this many characters is left out of the events of one execution, and the event says so. */
const DATA_BUDGET = 1_000_000;
/** How many events a closed execution keeps: its first ones and its last ones. */
const KEPT_FIRST = 40;
const KEPT_LAST = 80;

/** What happened in an execution since this process runs it. */
export class History {
  readonly events: HistoryEvent[] = [];
  #dataLeft = DATA_BUDGET;

  get isFull(): boolean {
    return this.events.length >= MAX_EVENTS;
  }

  /** Returns the event's id, for the event that follows it. */
  add(type: string, previousEventId: number, name?: string, details?: Record<string, unknown>): number {
    const id = this.events.length + 1;
    const event: HistoryEvent = { id, previousEventId, type, time: Date.now() };
    if (name !== undefined && details !== undefined) event[`${name}EventDetails`] = details;
    this.events.push(event);
    return id;
  }

  /** The fields of an event that hold data. */
  data(field: "input" | "output", value: Json): Record<string, unknown> {
    const json = JSON.stringify(value);
    if (json.length > this.#dataLeft) return { [`${field}Details`]: { truncated: true } };
    this.#dataLeft -= json.length;
    return { [field]: json, [`${field}Details`]: { truncated: false } };
  }

  /** What is kept once the execution is closed: no data, and of a long history only both ends. */
  digest(): HistoryEvent[] {
    const { events } = this;
    const kept =
      events.length <= KEPT_FIRST + KEPT_LAST
        ? events
        : [...events.slice(0, KEPT_FIRST), ...events.slice(-KEPT_LAST)];
    return kept.map(withoutData);
  }
}

export function withoutData(event: HistoryEvent): HistoryEvent {
  const entries = Object.entries(event).map(([name, value]): [string, unknown] => {
    if (!name.endsWith("EventDetails")) return [name, value];
    const { input, inputDetails, output, outputDetails, ...details } = value as Record<string, unknown>;
    return [name, details];
  });
  return Object.fromEntries(entries) as unknown as HistoryEvent;
}
