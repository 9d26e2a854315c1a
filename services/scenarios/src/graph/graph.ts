// A graph as the engine reads it: pure.
import type { Id } from '@lms/contract'
import { type DataTest, pathOf } from './data-test.ts'
import type { Graph, Node, NodeKind, NodeOf } from './node.ts'

export interface Exit {
  /** The field of the node: `next`, `branches.0.next`. */
  readonly path: string
  readonly to: string | null
}

/** The exits of a node that it needs. */
export function exitsOf(node: Node): Exit[] {
  switch (node.kind) {
    case 'condition':
      return [
        { path: 'yes', to: node.yes },
        { path: 'no', to: node.no },
      ]
    case 'split':
      return node.branches.map(({ next }, index) => ({ path: `branches.${index}.next`, to: next }))
    case 'wait':
      return [
        { path: 'next', to: node.next },
        ...(canEndOtherwise(node) ? [{ path: 'timeout', to: node.timeout }] : []),
      ]
    case 'http':
      return [
        { path: 'next', to: node.next },
        { path: 'failed', to: node.failed },
      ]
    case 'goal':
    case 'end':
    case 'exit':
      return []
    default:
      return [{ path: 'next', to: node.next }]
  }
}

/** Whether what the wait waits for can fail to come. */
const canEndOtherwise = ({ until: { by } }: NodeOf<'wait'>) =>
  by === 'event' || by === 'rule' || by === 'date'

export const nodesById = (graph: Graph): Map<string, Node> =>
  new Map(graph.nodes.map(node => [node.id, node]))

/** The nodes of one kind. */
export const nodesOf = <K extends NodeKind>(graph: Graph, kind: K): NodeOf<K>[] =>
  graph.nodes.filter((node): node is NodeOf<K> => node.kind === kind)

/** What a scenario listens to besides events: entries into a segment. */
export const entriesInto = (segmentId: string): string => `segment:${segmentId}`

/** What a scenario listens to for what ends its runs wherever they are. */
export const exitsOn = (type: string): string => `exit:${type}`

interface HeardEvent {
  /** The place in the node: `start`, `until`, `on`. */
  nodeField: string
  type: string
  filter: readonly DataTest[]
}

/** The event that a node hears, if it hears one. */
export function heardAt(node: Node): HeardEvent | null {
  if (node.kind === 'trigger' && node.start.by === 'event') return { nodeField: 'start', ...node.start }
  if (node.kind === 'wait' && node.until.by === 'event') return { nodeField: 'until', ...node.until }
  return node.kind === 'exit' && node.on.by === 'event' ? { nodeField: 'on', ...node.on } : null
}

/** The paths into events that tests of the graph read. */
export const pathsIn = ({ nodes }: Graph): Set<string> =>
  new Set(nodes.flatMap(node => heardAt(node)?.filter.map(pathOf) ?? []))

/** The types of events that the graph begins with, waits for or ends by, and the segments that it begins with or ends by. */
export const listenedIn = ({ nodes }: Graph): string[] => [
  ...new Set(
    nodes.flatMap(node => {
      const heard = heardAt(node)?.type
      if (node.kind === 'exit') {
        if (node.on.by === 'segment')
          return [entriesInto(node.on.segment_id), exitsOn(entriesInto(node.on.segment_id))]
        return heard ? [heard, exitsOn(heard)] : []
      }
      if (node.kind === 'trigger' && node.start.by === 'segment') return [entriesInto(node.start.segment_id)]
      return heard ?? []
    }),
  ),
]

/** The place of the rule in the node, and the rule; null if it has none. */
export function ruleIn(node: Node): { path: string[]; rule: unknown } | null {
  if (node.kind === 'condition' && node.if.by === 'rule') return { path: ['if', 'rule'], rule: node.if.rule }
  if (node.kind === 'wait' && node.until.by === 'rule')
    return { path: ['until', 'rule'], rule: node.until.rule }
  return node.kind === 'exit' && node.on.by === 'rule' ? { path: ['on', 'rule'], rule: node.on.rule } : null
}

/** The segment by which people come into the node, or leave the scenario from it; null if there is none. */
export function segmentIn(node: Node): Id<'seg'> | null {
  if (node.kind === 'trigger' && node.start.by === 'segment') return node.start.segment_id
  return node.kind === 'exit' && node.on.by === 'segment' ? node.on.segment_id : null
}
