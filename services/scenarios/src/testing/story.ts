// Random graphs, and how one person walks through them: told step by step, without states and without the core.
import fc from 'fast-check'
import { z } from 'zod'
import { faultsOf } from '../graph/check.ts'
import { Graph, type Node } from '../graph/node.ts'

export const minute = 60_000

/** What graphs grant and revoke, and ask about. */
export const course = 'crs_01h455vb4pex5vsknk084sn02q'

/** Whether the condition asks about the access to the course. */
export const asksAccess = (node: Node): boolean =>
  node.kind === 'condition' && node.if.by === 'rule' && 'access' in node.if.rule

export interface Happening {
  type: string
  at: number
  amount: number
}
export interface Assumptions {
  from: number
  zone: string
  amount: number
  /** The numbers of nodes whose rule holds. */
  yes: readonly number[]
  events: readonly Happening[]
  /** In their order, outside of each other. */
  pauses: readonly { from: number; till: number }[]
}
interface World {
  types: readonly string[]
  filters: readonly object[][]
  /** Conditions by what crm knows. */
  rules: boolean
  /** Where moments of waits begin. */
  from: number
}

/** Graphs without faults whose exits lead to any node, or to the end. */
export const graphs = ({ types, filters, rules, from }: World) =>
  fc.integer({ min: 1, max: 8 }).chain(count => {
    const to = fc.integer({ min: 0, max: count }).map(index => (index === count ? 'end' : `n${index}`))
    const minutes = fc.integer({ min: 1, max: 500 })
    const until = fc.oneof(
      fc.record({ by: fc.constant('minutes'), minutes }),
      fc.record({
        by: fc.constant('event'),
        type: fc.constantFrom(...types),
        filter: fc.constantFrom(...filters),
        minutes,
      }),
      fc.record({
        by: fc.constant('moment'),
        at: minutes.map(after => new Date(from + after * minute).toISOString()),
      }),
      fc.record({
        by: fc.constant('clock'),
        weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
        time: fc.constantFrom('00:00', '01:45', '02:00', '02:30', '03:15', '12:00', '23:45'),
      }),
    )
    const test = fc.record({ path: fc.constant('amount'), at_least: fc.constantFrom(5, 15) })
    const by = fc.record({ by: fc.constant('data'), test })
    const rule = fc.constantFrom(
      { by: 'rule', rule: { field: 'role', equals: 'student' } },
      { by: 'rule', rule: { access: course } },
    )
    const note = fc.record({ kind: fc.constant('note'), text: fc.constant('x'), next: to })
    const kind = fc.constantFrom('grant', 'revoke')
    const right = fc.record({ kind, course_id: fc.constant(course), next: to })
    const node = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), until, next: to, timeout: to }) },
      note,
      rules ? right : note,
      fc.record({ kind: fc.constant('condition'), if: rules ? fc.oneof(by, rule) : by, yes: to, no: to }),
      fc.constant({ kind: 'goal' }),
    )
    return fc
      .array(node, { minLength: count, maxLength: count })
      .map(nodes => reached(nodes as Drawn[]))
      .filter(graph => faultsOf(graph, new Map(types.map(type => [type, z.any()]))).length === 0)
  })

type Drawn = { kind: string } & Record<string, unknown>

/** The graph of those nodes to which an exit leads. */
function reached(drawn: readonly Drawn[]): Graph {
  const all = new Map<string, Drawn>([
    ['begin', { kind: 'trigger', start: { by: 'hand' }, next: 'n0' }],
    ...drawn.map((node, index): [string, Drawn] => [`n${index}`, node]),
    ['end', { kind: 'end' }],
  ])
  const reachable = new Set(['begin'])
  for (const id of reachable) {
    const { kind, until, next, timeout, yes, no } = all.get(id)!
    const ways = kind === 'condition' ? [yes, no] : [next]
    if (kind === 'wait' && (until as { by: string }).by === 'event') ways.push(timeout)
    for (const way of ways) if (typeof way === 'string') reachable.add(way)
  }
  // A wait without an event has no second exit.
  const nodes = [...reachable].map(id => {
    const { timeout, ...node } = all.get(id)!
    return typeof timeout === 'string' && reachable.has(timeout) ? { id, ...node, timeout } : { id, ...node }
  })
  return Graph.parse({ nodes })
}

/** What a person passes: the node, its exit and the milliseconds since the beginning; `most` nodes at most. */
export function storyOf(graph: Graph, assumed: Assumptions, most: number): { text: string; at: number }[] {
  const { from, amount, yes, events, pauses, zone } = assumed
  const story: { text: string; at: number }[] = []
  const byTime = [...events].sort((one, other) => one.at - other.at)
  /** Nobody walks in a pause. */
  const outside = (time: number) =>
    pauses.find(pause => time >= pause.from && time < pause.till)?.till ?? time
  /** So much later on a clock that stands still in pauses. */
  const later = (begin: number, length: number) => {
    let [time, remaining] = [begin, length]
    for (const pause of pauses.filter(pause => pause.from >= begin)) {
      if (remaining <= pause.from - time) break
      remaining -= pause.from - time
      time = pause.till
    }
    return time + remaining
  }
  let at = from
  let here = 'begin'
  let hasAccess = false
  const leave = (exit: string | null, to: string | null) => {
    story.push({ text: `${here} ${exit} ${at - from}`, at })
    here = to!
  }
  while (story.length < most) {
    const node = graph.nodes.find(({ id }) => id === here)!
    if (node.kind === 'end' || node.kind === 'goal') {
      leave(null, null)
      break
    }
    if (node.kind === 'grant' || node.kind === 'revoke') hasAccess = node.kind === 'grant'
    if (['trigger', 'note', 'grant', 'revoke'].includes(node.kind))
      leave('next', (node as Extract<Node, { kind: 'note' }>).next)
    else if (node.kind === 'condition') {
      const holds =
        node.if.by === 'data'
          ? amount >= (node.if.test as { at_least: number }).at_least
          : asksAccess(node)
            ? hasAccess
            : yes.includes(Number(node.id.slice(1)))
      leave(holds ? 'yes' : 'no', holds ? node.yes : node.no)
    } else if (node.kind === 'wait') {
      const { until } = node as Extract<Node, { kind: 'wait' }>
      if (until.by !== 'event') {
        if (until.by === 'minutes') at = later(at, until.minutes * minute)
        else if (until.by === 'moment') at = outside(Math.max(at, Date.parse(until.at)))
        else at = outside(nextLocal(at, until as Extract<typeof until, { by: 'clock' }>, zone))
        leave('next', node.next)
        continue
      }
      const end = later(at, until.minutes * minute)
      // What came before the wait, and what comes after its end, is not for it.
      const matchingEvent = byTime.find(
        event =>
          event.at >= at &&
          event.at <= end &&
          event.type === until.type &&
          (until.filter.length === 0 || event.amount >= 10),
      )
      if (matchingEvent) byTime.splice(0, byTime.indexOf(matchingEvent) + 1)
      at = matchingEvent ? outside(matchingEvent.at) : end
      leave(matchingEvent ? 'next' : 'timeout', matchingEvent ? node.next : node.timeout)
    }
  }
  return story
}

const quarter = 15 * minute
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Weekday and time of a moment on the clocks of a zone. */
function localOf(at: number, zone: string): { day: string; minutes: number } {
  let format = formatters.get(zone)
  if (!format) {
    const fields = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...fields })
    formatters.set(zone, format)
  }
  const [, day, hours, minutes] = /^(\w+),? (\d\d):(\d\d)$/.exec(format.format(at))!
  return { day: day!, minutes: Number(hours) * 60 + Number(minutes) }
}

/**
 * The next time of day on these weekdays, found by looking at a clock every quarter of an hour. Where the clock leaves the
 * time out, an hour later; where it shows it twice, the first.
 */
function nextLocal(at: number, schedule: { weekdays: number[]; time: string }, zone: string): number {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const time = Number(schedule.time.slice(0, 2)) * 60 + Number(schedule.time.slice(3))
  for (let moment = Math.ceil((at + minute) / quarter) * quarter; ; moment += quarter) {
    const [here, before] = [localOf(moment, zone), localOf(moment - 60 * minute, zone)]
    if (schedule.weekdays.length && !schedule.weekdays.includes(days.indexOf(here.day) + 1)) continue
    if (here.minutes === time && before.minutes !== time) return moment
    if (here.minutes === time + 60 && before.minutes === time - 60) return moment
  }
}
