/** Style of a report page: light or dark according to the reader's system setting, and legible on paper. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f5f7f9; --ink: #1c2126; --quiet: #5a636d; --line: #d9dee3; --accent: #1f6a9e; --shade: #00000030;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181c; --raised: #1d2329; --ink: #e4e8ec; --quiet: #a3adb7; --line: #333c45; --accent: #7cbbe8; --shade: #ffffff38; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 3.5rem 0 0; padding-top: 1.25rem; border-top: 2px solid var(--line); }
section > h2 { margin-bottom: .6rem; }
h3 { font-size: 1.08rem; line-height: 1.35; margin: 2.25rem 0 .4rem; }
p { margin: 0 0 .75rem; max-width: 44rem; }
.lead { font-size: 1.08rem; }
.note { color: var(--quiet); font-size: .875rem; margin-top: .4rem; }
nav { background: var(--raised); border-radius: .5rem; padding: 1rem 1.25rem; margin: 1.75rem 0 0; font-size: .925rem; }
nav strong { display: block; margin-bottom: .35rem; }
nav ul { margin: 0; padding: 0; list-style: none; columns: 18rem auto; column-gap: 2rem; }
nav li { break-inside: avoid; padding: .1rem 0; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
section { break-inside: auto; }
figure { margin: .75rem 0 1.25rem; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; overflow: visible; }
.table { overflow-x: auto; margin: .75rem 0 .25rem; }
.table, .wide { background: linear-gradient(to right, var(--ground) 30%, transparent) left / 3rem calc(100% + 2px) no-repeat local,
  linear-gradient(to left, var(--ground) 30%, transparent) right / 3rem calc(100% + 2px) no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat scroll; }
table { border-collapse: collapse; overflow-wrap: break-word; font-size: .875rem; line-height: 1.4; min-width: 50%; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); border-bottom: 2px solid var(--line); vertical-align: bottom;
  overflow-wrap: normal; }
th:first-child, td:first-child { padding-left: 0; }
td { min-width: 3rem; max-width: 24rem; unicode-bidi: isolate; }
.long { min-width: 13rem; overflow-wrap: anywhere; }
.prose { min-width: 16rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; }
.sequence { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .82rem; }
th.sequence { font-family: inherit; font-size: inherit; }
footer { margin-top: 4rem; color: var(--quiet); font-size: .875rem; }
@media print {
  :root { color-scheme: light; --ground: #fff; --raised: #fff; --ink: #000; --quiet: #444; --line: #bbb; --accent: #000; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2, section > h2 { margin-bottom: .6rem; }
h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  .table { overflow: visible; }
  .table, .wide { background: none; }
  svg { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
@media (max-width: 40rem) { main { padding: 1.5rem 1rem 3rem; } .wide svg { max-width: none; } }
`;
