import type { Load } from "#client/loadHandle.ts";
import type { Task } from "#client/taskHandle.ts";
import { Badge, LoadBadge, TaskBadge } from "../../parts/badge.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading } from "../../parts/page.tsx";
import { Specimen } from "./specimen.tsx";

const LOADS: readonly Pick<Load, "state" | "is_active">[] = [
  { state: "PENDING", is_active: false },
  { state: "LOADING", is_active: false },
  { state: "COMPLETED", is_active: true },
  { state: "COMPLETED", is_active: false },
  { state: "FAILED", is_active: false },
];
const TASKS: readonly Task["state"][] = ["INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"];

/** States of work and of loaded data. */
export function StateParts() {
  return (
    <>
      <Specimen title="States">
        <div class="row">
          Imports:
          {LOADS.map((load) => (
            <LoadBadge key={`${load.state}${load.is_active}`} load={load} />
          ))}
        </div>
        <div class="row">
          Tasks:
          {TASKS.map((state) => (
            <TaskBadge key={state} state={state} />
          ))}
        </div>
        <div class="row">
          Tones:
          <Badge tone="ok">fine</Badge>
          <Badge tone="warn">attention</Badge>
          <Badge tone="danger">problem</Badge>
          <Badge tone="info">note</Badge>
          <Badge tone="">neutral</Badge>
        </div>
        <progress aria-label="Progress" max={100} value={62} />
      </Specimen>
      <div class="columns even">
        <Specimen title="Notices">
          <Failure error={new Error('There is no column "tm". Did you mean "thermostability"?')} />
          <div class="notice warn">These rows are from an older version.</div>
          <div class="notice">A note without a tone.</div>
          <Loading label="Reading rows" />
        </Specimen>
        <Specimen title="Empty">
          <div class="card empty">
            <Icon name="tables" />
            <p>No tables yet. Import a file, or paste cells.</p>
            <div class="row">
              <button type="button" class="primary">
                Import a file
              </button>
              <button type="button">Load example data</button>
            </div>
          </div>
        </Specimen>
      </div>
    </>
  );
}
