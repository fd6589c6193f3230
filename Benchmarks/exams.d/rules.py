"""Which rules are healed without a model, on the project whose files hold one weakness each."""
import shutil

from healing import ROOT, heal

LEAST_RULES = 20


def examine(programs, scratch):
    """Heals every finding of the project on its own."""
    tree = scratch / "tree"
    shutil.copytree(ROOT / "Tests/Fixtures/fixers/shop", tree / "shop")
    document, _ = heal(programs, tree, scratch, "--scan", "--actor", "codemod")
    healed, left = {}, {}
    for incident in document["incidents"]:
        side = healed if incident["state"] == "healed" else left
        side.setdefault(incident["title"].split(":")[0], []).append(incident["exitReason"])
    proofs = list((scratch / "out").rglob("*.patch"))
    print("## Fixers\n\n| Rule | Healed | Not healed |\n| --- | --- | --- |")
    for rule in sorted({*healed, *left}):
        print(f"| {rule} | {len(healed.get(rule, []))} | {', '.join(left.get(rule, [])) or '–'} |")
    print(f"\n{len(healed)} rules healed, {len(proofs)} proposals, {document['exitReason']}\n")
    return len(healed) >= LEAST_RULES
