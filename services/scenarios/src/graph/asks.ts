// What the nodes of a graph ask about people: the one table that publication, rights, listening and walking read. Pure.
import type { Id } from '@lms/contract'
import type { DataTest } from './data-test.ts'
import type { Graph, Node, NodeKind, NodeOf } from './node.ts'
import type { DateOf } from './until.ts'

type Rule = Record<string, unknown>
type Attendance = Extract<NodeOf<'condition'>['if'], { by: 'attendance' }>

export type Ask =
  /** Of the events of all services: one of the type that passes the tests. `place` is that in the node, `until`. */
  | { by: 'event'; place: string; type: string; filter: readonly DataTest[] }
  /** Of crm: whether it holds of the person. */
  | { by: 'rule'; place: readonly string[]; rule: Rule }
  /** Of crm: who enters the segment. */
  | { by: 'segment'; segment_id: Id<'seg'> }
  /** Of crm: who is in the segment at a date. */
  | { by: 'members'; segment_id: Id<'seg'>; at: string }
  /** Of webinars. */
  | Attendance
  /** Of users or webinars; of a date in its data the run asks nobody. */
  | { by: 'date'; of: Exclude<DateOf, { from: 'data' }> }
  /** Of users, and of the school. */
  | { by: 'zone' }
type AskBy<B extends Ask['by']> = Extract<Ask, { by: B }>

/** The part of a node that asks. */
const parts = { trigger: 'start', wait: 'until', condition: 'if', exit: 'on' } as const

/** All that a node asks; nothing, if it only acts. */
export function asksOf(node: Node): readonly Ask[] {
  switch (node.kind) {
    case 'trigger':
      return node.start.by === 'date'
        ? [{ by: 'members', segment_id: node.start.segment_id, at: node.start.at }]
        : asksOfPart(parts.trigger, node.start)
    case 'wait':
      return asksOfPart(parts.wait, node.until)
    case 'condition':
      return asksOfPart(parts.condition, node.if)
    case 'exit':
      return asksOfPart(parts.exit, node.on)
    default:
      return []
  }
}

type Part =
  | Exclude<NodeOf<'trigger'>['start'], { by: 'date' }>
  | NodeOf<'wait'>['until']
  | NodeOf<'condition'>['if']
  | NodeOf<'exit'>['on']

function asksOfPart(place: string, part: Part): readonly Ask[] {
  switch (part.by) {
    case 'event':
      return [{ by: 'event', place, type: part.type, filter: part.filter }]
    case 'rule':
      return [{ by: 'rule', place: [place, 'rule'], rule: part.rule }]
    case 'segment':
      return [{ by: 'segment', segment_id: part.segment_id }]
    case 'attendance':
      return [part]
    case 'clock':
      return [{ by: 'zone' }]
    case 'date':
      return part.of.from === 'data' ? [{ by: 'zone' }] : [{ by: 'date', of: part.of }, { by: 'zone' }]
    default:
      return []
  }
}

/** What the node asks in this way; null if it does not. */
export const askOf = <B extends Ask['by']>(node: Node, by: B): AskBy<B> | null =>
  (asksOf(node).find(ask => ask.by === by) as AskBy<B> | undefined) ?? null

/** What the nodes of a graph ask in this way. */
export const asksIn = <B extends Ask['by']>(
  { nodes }: Graph,
  by: B,
): { id: string; kind: NodeKind; ask: AskBy<B> }[] =>
  nodes.flatMap(node => {
    const ask = askOf(node, by)
    return ask ? [{ id: node.id, kind: node.kind, ask }] : []
  })

/** The question to crm about one person; null for what others answer. */
export function ruleOfAsk(ask: Ask): Rule | null {
  if (ask.by === 'rule') return ask.rule
  return ask.by === 'segment' || ask.by === 'members' ? { segment: ask.segment_id } : null
}

/** What a run waits for an answer to, at the node where it is; null if it needs none. */
export function answerAt(node: Node): AskBy<'rule' | 'attendance' | 'date'> | null {
  if (node.kind !== 'condition' && node.kind !== 'wait') return null
  return askOf(node, 'rule') ?? askOf(node, 'attendance') ?? askOf(node, 'date')
}

/** The rules that end a run of the graph, wherever it is. An entry into a segment is heard besides. */
export const exitRules = ({ nodes }: Graph): { node: string; rule: Rule }[] =>
  nodes.flatMap(node => {
    if (node.kind !== 'exit') return []
    return asksOf(node).flatMap(ask => {
      const rule = ruleOfAsk(ask)
      return rule ? [{ node: node.id, rule }] : []
    })
  })
