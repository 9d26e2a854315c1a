// A graph as the engine reads it: pure.
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
        ...(node.until.by === 'event' ? [{ path: 'timeout', to: node.timeout }] : []),
      ]
    case 'http':
      return [
        { path: 'next', to: node.next },
        { path: 'failed', to: node.failed },
      ]
    case 'goal':
    case 'end':
      return []
    default:
      return [{ path: 'next', to: node.next }]
  }
}

export const nodesById = (graph: Graph): Map<string, Node> =>
  new Map(graph.nodes.map(node => [node.id, node]))

/** The nodes of one kind. */
export const nodesOf = <K extends NodeKind>(graph: Graph, kind: K): NodeOf<K>[] =>
  graph.nodes.filter((node): node is NodeOf<K> => node.kind === kind)

/** What a scenario listens to besides events: entries into a segment. */
export const entriesInto = (segmentId: string): string => `segment:${segmentId}`

/** The types of events that the graph begins with or waits for, and the segments that it begins with. */
export const listenedIn = (graph: Graph): string[] => [
  ...new Set(
    graph.nodes.flatMap(node => {
      if (node.kind === 'trigger' && node.start.by === 'event') return [node.start.type]
      if (node.kind === 'trigger' && node.start.by === 'segment') return [entriesInto(node.start.segment_id)]
      return node.kind === 'wait' && node.until.by === 'event' ? [node.until.type] : []
    }),
  ),
]
