import type { Workspace } from "#client/workspace.ts";
import { useWorkspace } from "../../../lab.ts";
import { formatNumber, plural } from "../../../parts/format.ts";
import { variantPath } from "../../../plots/variantPath.ts";
import { navigate } from "../../../router.ts";
import type { DomainResidue } from "../../antibody/domainResidues.ts";
import type { AlignedDesign, Alignment } from "./alignDesigns.ts";

/** Maximum number of designs listed. */
const MAX_DESIGNS = 200;

/** Alignment of designs at the positions that they change. Mutations are highlighted; a design opens its variant. */
export function DesignsAlignment({ alignment }: { alignment: Alignment }) {
  const workspace = useWorkspace();
  const { sites, designs, changedSites, leftOut } = alignment;
  const [first] = designs;
  if (!first || sites.length === 0) return null;
  const listed = designs.slice(0, MAX_DESIGNS);
  const parts = [
    listed.length < designs.length
      ? `the first ${formatNumber(listed.length)} of ${plural(designs.length, "design")}`
      : plural(designs.length, "design"),
    sites.length < changedSites
      ? `the ${sites.length} most frequently changed of ${formatNumber(changedSites)} positions`
      : plural(sites.length, "changed position"),
    ...(leftOut > 0 ? [`without ${plural(leftOut, "design")} of templates with another length`] : []),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-labelledby="alignment" tabIndex={0}>
      <header>
        <h2 id="alignment">Alignment of the designs</h2>
        <span class="small muted">{parts.join(", ")}; a dot is the template's residue</span>
      </header>
      <table class="alignment">
        <thead>
          <tr>
            <th scope="col">Design</th>
            {sites.map(({ at, name }) => (
              <th key={at} scope="col">
                <span>{name}</span>
              </th>
            ))}
          </tr>
          {sites.some(({ imgt }) => imgt !== null) && (
            <tr>
              <th scope="row">IMGT</th>
              {sites.map(({ at, imgt }) => (
                <td key={at} class={cdrClass(imgt)} title={imgt?.region}>
                  {imgt?.number ?? ""}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          <tr>
            <th scope="row">Template</th>
            {sites.map(({ at }, index) => (
              <td key={at}>{first.template[index]}</td>
            ))}
          </tr>
          {listed.map((aligned) => (
            <AlignedRow key={aligned.design.rank} aligned={aligned} workspace={workspace} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AlignedRow({
  aligned: { design, residues, template },
  workspace,
}: {
  aligned: AlignedDesign;
  workspace: Workspace;
}) {
  const path = variantPath(workspace, design.sequence);
  const name = `Design ${design.rank}: ${design.mutations.replaceAll(";", " ") || "the template"}`;
  return (
    <tr class="opens" title={name} onClick={({ target }) => isLink(target) || navigate(path)}>
      <th scope="row">
        <a href={path} aria-label={name}>
          {design.rank}
        </a>
      </th>
      {residues.map((residue, index) => (
        <td key={index}>{residue === template[index] ? "·" : <mark>{residue}</mark>}</td>
      ))}
    </tr>
  );
}

/** Returns the class that colors a complementarity-determining region. */
function cdrClass(imgt: DomainResidue | null): string | undefined {
  return imgt?.region.startsWith("CDR") ? imgt.region.toLowerCase() : undefined;
}

/** Returns whether a click is on a link, which opens its page without further handling. */
function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a") !== null;
}
