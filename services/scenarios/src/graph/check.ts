// What a graph lacks before it can be published: pure.
import { exitsOf, nodesById, nodesOf } from './graph.ts'
import type { Graph, Node } from './node.ts'

export interface Fault {
  /** The place in the graph: `nodes.welcome.next`. */
  path: string
  message: string
}

/** All faults of a graph; none if it can be published. `knownTypes` are the events that exist. */
export function faultsOf(graph: Graph, knownTypes: ReadonlySet<string>): Fault[] {
  const nodes = nodesById(graph)
  const triggers = nodesOf(graph, 'trigger')
  const faults: Fault[] = []
  if (triggers.length === 0) faults.push({ path: 'nodes', message: 'a trigger is missing' })
  for (const node of graph.nodes) faults.push(...faultsOfNode(node, nodes, knownTypes))
  const reached = reachableFrom(
    triggers.map(({ id }) => id),
    nodes,
  )
  for (const { id, kind } of graph.nodes)
    if (kind !== 'trigger' && !reached.has(id))
      faults.push({ path: `nodes.${id}`, message: 'no trigger leads to this node' })
  for (const id of hastyCircles(nodes))
    faults.push({
      path: `nodes.${id}`,
      message: 'a circle through this node has no wait of at least a minute',
    })
  return faults
}

function faultsOfNode(
  node: Node,
  nodes: ReadonlyMap<string, Node>,
  knownTypes: ReadonlySet<string>,
): Fault[] {
  const at = `nodes.${node.id}`
  const faults = exitsOf(node).flatMap(({ path, to }): Fault[] => {
    if (to === null) return [{ path: `${at}.${path}`, message: 'this exit leads nowhere' }]
    const target = nodes.get(to)
    if (!target) return [{ path: `${at}.${path}`, message: `the graph has no node ${to}` }]
    return target.kind === 'trigger' ? [{ path: `${at}.${path}`, message: 'no exit leads to a trigger' }] : []
  })
  if (node.kind === 'message' && (node.template_id === null) === (node.body === null))
    faults.push({ path: at, message: 'give either template_id or body' })
  const type = typeOf(node)
  if (type && !knownTypes.has(type.type))
    faults.push({ path: `${at}.${type.path}`, message: `there is no event ${type.type} about a person` })
  return faults
}

function typeOf(node: Node): { path: string; type: string } | null {
  if (node.kind === 'trigger' && node.start.by === 'event')
    return { path: 'start.type', type: node.start.type }
  return node.kind === 'wait' && node.until.by === 'event'
    ? { path: 'until.type', type: node.until.type }
    : null
}

const targetsOf = (node: Node, nodes: ReadonlyMap<string, Node>): string[] =>
  exitsOf(node).flatMap(({ to }) => (to !== null && nodes.has(to) ? [to] : []))

function reachableFrom(starts: readonly string[], nodes: ReadonlyMap<string, Node>): Set<string> {
  const reached = new Set(starts)
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const to of targetsOf(nodes.get(id)!, nodes)) {
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  return reached
}

/**
 * Nodes on circles that a person could walk without waiting: a moment passes once, and an event may come at once, so
 * neither holds a person for a minute each time. The exit at the end of an event’s time does.
 */
function hastyCircles(nodes: ReadonlyMap<string, Node>): string[] {
  const quick = (node: Node): string[] => {
    if (node.kind === 'wait' && (node.until.by === 'minutes' || node.until.by === 'clock')) return []
    const exits = exitsOf(node).filter(({ path }) => path !== 'timeout')
    return exits.flatMap(({ to }) => (to !== null && nodes.has(to) ? [to] : []))
  }
  const done = new Set<string>()
  const found = new Set<string>()
  // One path for all: a copy for each node made a chain of 190 nodes cost 16 ms.
  const path = new Set<string>()
  const walk = (id: string): void => {
    if (path.has(id)) return void found.add(id)
    if (done.has(id)) return
    path.add(id)
    for (const to of quick(nodes.get(id)!)) walk(to)
    path.delete(id)
    done.add(id)
  }
  for (const id of nodes.keys()) walk(id)
  return [...found]
}
