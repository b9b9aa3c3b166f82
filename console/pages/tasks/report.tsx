import { useEffect, useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { Loading } from "../../parts/page.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, useResource } from "../../resource.ts";

/** The report is a page of its own without any permission: it cannot run scripts or reach the console. */
export function Report({ id }: { id: string }) {
  const workspace = useWorkspace();
  const read = useResource(`report ${id}`, () => workspace.task(id).report());
  const html = latestOf(read);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (html === undefined) return;
    const url = URL.createObjectURL(new Blob([html], { type: "text/html; charset=utf-8" }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [html]);
  if (read.state === "failed") return <Failure error={read.error} />;
  if (html === undefined || address === null) return <Loading label="Reading the report" />;
  return (
    <section class="card" aria-labelledby="report">
      <header>
        <h2 id="report">Report</h2>
        <button type="button" class="small" onClick={() => saveFile("report.html", "text/html", html)}>
          HTML
        </button>
      </header>
      <iframe class="report" title="Report" sandbox="" src={address} />
    </section>
  );
}
