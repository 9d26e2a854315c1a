// A tree as text, with lines from each entry to what belongs to it.

export interface Entry {
  line: string
  below?: readonly Entry[]
}

/** The lines of a tree; the root stands without a branch. */
export function treeLines(root: Entry): string[] {
  return [root.line, ...branches(root.below ?? [], '')]
}

function branches(entries: readonly Entry[], indent: string): string[] {
  return entries.flatMap(({ line, below = [] }, index) => {
    const last = index === entries.length - 1
    return [`${indent}${last ? '└─' : '├─'} ${line}`, ...branches(below, `${indent}${last ? '   ' : '│  '}`)]
  })
}
