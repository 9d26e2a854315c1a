/** A cycle among the edges, or null: depth first, with the path so far. */
export function circleOf(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path = new Set<string>()
  const visit = (node: string): string[] | null => {
    if (path.has(node)) return [...[...path].slice([...path].indexOf(node)), node]
    if (done.has(node)) return null
    path.add(node)
    for (const next of edges.get(node) ?? []) {
      const circle = visit(next)
      if (circle) return circle
    }
    path.delete(node)
    done.add(node)
    return null
  }
  for (const node of edges.keys()) {
    const circle = visit(node)
    if (circle) return circle
  }
  return null
}
