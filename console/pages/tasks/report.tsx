import { useEffect, useRef, useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { Loading } from "../../parts/page.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, useResource } from "../../resource.ts";

interface ReportProps {
  id: string;
  isOpenAtFirst: boolean;
}

/** The complete report, with its methods and tables. It is read when it is opened. */
export function Report({ id, isOpenAtFirst }: ReportProps) {
  const [isOpen, open] = useState(isOpenAtFirst);
  return (
    <details
      class="card report-details"
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>
        <h2 id="report">Full report: methods and tables</h2>
      </summary>
      {isOpen && <WholeReport id={id} />}
    </details>
  );
}

/**
 * The report is a separate page without scripts. It has the same origin as the console, so that its height can be read and it
 * can be shown in full, without a scroll bar.
 */
function WholeReport({ id }: { id: string }) {
  const workspace = useWorkspace();
  const read = useResource(`report ${id}`, () => workspace.task(id).report());
  const html = latestOf(read);
  const [address, setAddress] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new ResizeObserver(() => fitHeight(frame.current));
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [address]);
  useEffect(() => {
    if (html === undefined) return;
    const url = URL.createObjectURL(new Blob([html], { type: "text/html; charset=utf-8" }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [html]);
  if (read.state === "failed") return <Failure error={read.error} />;
  if (html === undefined || address === null) return <Loading label="Reading the report" />;
  return (
    <>
      <div class="body">
        <div class="row">
          <button type="button" class="small" onClick={() => saveFile("report.html", "text/html", html)}>
            Download as HTML
          </button>
        </div>
      </div>
      <iframe
        ref={frame}
        class="report"
        title="Report"
        sandbox="allow-same-origin"
        src={address}
        onLoad={({ currentTarget }) => fitHeight(currentTarget)}
      />
    </>
  );
}

/** Sets the height of a frame to the height of its content. */
function fitHeight(frame: HTMLIFrameElement | null): void {
  const page = frame?.contentDocument?.documentElement;
  if (!frame || !page || page.scrollHeight === 0) return;
  const height = `${Math.ceil(page.getBoundingClientRect().height) + 1}px`;
  if (frame.style.height !== height) frame.style.height = height;
}
