// A tree as text, with lines from each entry to its children.

export interface Entry {
  line: string
  below?: readonly Entry[]
}

/** The lines of a tree; the root has no branch. */
export function treeLines(root: Entry): string[] {
  return [root.line, ...branches(root.below ?? [], '')]
}

function branches(entries: readonly Entry[], indent: string): string[] {
  return entries.flatMap(({ line, below = [] }, index) => {
    const last = index === entries.length - 1
    return [`${indent}${last ? '└─' : '├─'} ${line}`, ...branches(below, `${indent}${last ? '   ' : '│  '}`)]
  })
}
