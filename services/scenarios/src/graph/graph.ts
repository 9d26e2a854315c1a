// A graph as the engine reads it: pure.
import { asksIn } from './asks.ts'
import { pathOf } from './data-test.ts'
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

/** The paths into events that tests of the graph read. */
export const pathsIn = (graph: Graph): Set<string> =>
  new Set(asksIn(graph, 'event').flatMap(({ ask }) => ask.filter.map(pathOf)))

/** The types of events that the graph begins with, waits for or ends by, and the segments that it begins with or ends by. */
export const listenedIn = (graph: Graph): string[] => {
  const heard = [
    ...asksIn(graph, 'event').map(({ kind, ask }) => ({ kind, name: ask.type })),
    ...asksIn(graph, 'segment').map(({ kind, ask }) => ({ kind, name: entriesInto(ask.segment_id) })),
  ]
  return [...new Set(heard.flatMap(({ kind, name }) => (kind === 'exit' ? [name, exitsOn(name)] : [name])))]
}
