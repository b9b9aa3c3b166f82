import { useState } from "preact/hooks";
import type { Erasure, ErasureHandle } from "#client/erasureHandle.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Checkbox, TextField } from "../../parts/form.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { readAgain } from "../../resource.ts";
import { ErasurePlan } from "./erasurePlan.tsx";

/** Dialog step: selecting what to erase, the plan, the work, or the certificate. */
type Step =
  | { kind: "ASK" }
  | { kind: "PLAN"; handle: ErasureHandle; erasure: Erasure }
  | { kind: "WORK"; handle: ErasureHandle; erasure: Erasure }
  | { kind: "DONE"; handle: ErasureHandle; erasure: Erasure };

/** Rows to erase: those that meet a condition, or all of an import. */
interface EraseRequest {
  where: string;
  loadId: string;
  reason: string;
}

/** Button and dialog that erase rows of a table from every version after two confirmations. */
export function EraseRows({ reference }: { reference: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Erase rows…
      </button>
      {isOpen && <EraseDialog reference={reference} onClose={() => setOpen(false)} />}
    </>
  );
}

function EraseDialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const workspace = useWorkspace();
  const [step, setStep] = useState<Step>({ kind: "ASK" });
  const [request, setRequest] = useState<EraseRequest>({ where: "", loadId: "", reason: "" });
  const [keepTexts, setKeepTexts] = useState(false);
  const prepare = async () => {
    const [loadId, reason] = [request.loadId.trim(), request.reason.trim()];
    const rows = loadId === "" ? { reference, where: request.where } : { load_id: loadId };
    const handle = await workspace.prepareErasure({
      ...rows,
      ...(reason !== "" && { reason: request.reason }),
    });
    setStep({ kind: "PLAN", handle, erasure: await handle.get() });
  };
  const erase = async (handle: ErasureHandle) => {
    await handle.start({ keepTexts });
    const onProgress = (erasure: Erasure): void => setStep({ kind: "WORK", handle, erasure });
    try {
      const erasure = await handle.wait({ onProgress });
      setStep({ kind: "DONE", handle, erasure });
    } catch (error) {
      setStep({ kind: "ASK" });
      throw error;
    } finally {
      readAgain();
    }
  };
  return (
    <Dialog label={`Erase rows of ${reference}`} onClose={onClose}>
      <h2>Erase rows of {reference}</h2>
      {step.kind === "ASK" && (
        <RequestStep request={request} onChange={setRequest} onPrepare={prepare} onClose={onClose} />
      )}
      {step.kind === "PLAN" && (
        <>
          <ErasurePlan plan={step.erasure.plan} />
          {step.erasure.plan.text_count > 0 && (
            <Checkbox checked={keepTexts} onChange={setKeepTexts}>
              Keep these names and descriptions
            </Checkbox>
          )}
          <Confirmation
            reference={reference}
            onErase={() => erase(step.handle)}
            onBack={() => setStep({ kind: "ASK" })}
          />
        </>
      )}
      {step.kind === "WORK" && <Progress {...step} />}
      {step.kind === "DONE" && <Certificate handle={step.handle} onClose={onClose} />}
    </Dialog>
  );
}

interface RequestStepProps {
  request: EraseRequest;
  onChange: (request: EraseRequest) => void;
  onPrepare: () => Promise<void>;
  onClose: () => void;
}

/** Selects the rows to erase. */
function RequestStep({ request, onChange, onPrepare, onClose }: RequestStepProps) {
  const { where, loadId, reason } = request;
  return (
    <>
      <p>
        An erasure removes rows from every version, along with the models and reports created from them. It
        cannot be undone. To remove rows only from new versions, undo their import.
      </p>
      <TextField
        id="erase-where"
        label="Rows that meet this condition"
        hint="SQL condition on the table's columns, such as donor = 'D-17'"
        maxLength={10_000}
        value={where}
        onChange={(text) => onChange({ ...request, where: text })}
      />
      <TextField
        id="erase-load"
        label="Or all rows of an import"
        hint="Its id, from its page. The condition above is then ignored."
        maxLength={20}
        value={loadId}
        onChange={(text) => onChange({ ...request, loadId: text })}
      />
      <TextField
        id="erase-reason"
        label="Why"
        hint="It appears in the certificate. Do not include erased values."
        maxLength={500}
        value={reason}
        onChange={(text) => onChange({ ...request, reason: text })}
      />
      <div class="row">
        <ActionButton
          run={onPrepare}
          busy="Searching…"
          disabled={where.trim() === "" && loadId.trim() === ""}
        >
          Show what would be erased
        </ActionButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

interface ConfirmationProps {
  reference: string;
  onErase: () => Promise<void>;
  onBack: () => void;
}

/** Erases the rows after the name of the table was typed. */
function Confirmation({ reference, onErase, onBack }: ConfirmationProps) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <TextField
        id="erase-name"
        label={`Type ${reference} to erase this permanently`}
        maxLength={128}
        value={typed}
        onChange={setTyped}
      />
      <div class="row">
        <ActionButton run={onErase} busy="Erasing…" class="danger" disabled={typed !== reference}>
          Erase permanently
        </ActionButton>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </>
  );
}

function Progress({ handle, erasure: { progress } }: { handle: ErasureHandle; erasure: Erasure }) {
  return (
    <>
      <p role="status">
        Erasing: {progress?.phase.toLowerCase() ?? "finishing"}
        {(progress?.total ?? 0) > 1 && `, ${progress?.done} of ${progress?.total}`}. It continues if you close
        this dialog.
      </p>
      <div class="row">
        <ActionButton run={() => handle.cancel()} busy="Cancelling…">
          Cancel the erasure
        </ActionButton>
      </div>
    </>
  );
}

function Certificate({ handle, onClose }: { handle: ErasureHandle; onClose: () => void }) {
  return (
    <>
      <p role="status">The rows were erased from every version.</p>
      <div class="row">
        <ActionButton run={() => saveCertificate(handle)}>Download the certificate</ActionButton>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

/** Lets the browser save an erasure certificate. */
export async function saveCertificate(handle: ErasureHandle): Promise<void> {
  const text = `${JSON.stringify(await handle.certificate(), null, 2)}\n`;
  saveFile(`erasure-${handle.id}.json`, "application/json", text);
}
