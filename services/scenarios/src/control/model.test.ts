// Random graphs and events: the core, walked by the dry run, against a walker of its own that is written as a story of one
// person, without states.
import fc from 'fast-check'
import { faultsOf } from '../graph/check.ts'
import { Graph, type Node } from '../graph/node.ts'
import { type Assumed, dryRun } from './dry-run.ts'

const minute = 60_000
const types = ['order.paid', 'lesson.started'] as const
const from = Date.parse('2026-11-21T12:00:00Z')

/** A graph of some nodes whose exits lead to any of them, or to the end. */
const graphs = fc.integer({ min: 1, max: 8 }).chain(count => {
  const to = fc.integer({ min: 0, max: count }).map(place => (place === count ? 'end' : `n${place}`))
  const minutes = fc.integer({ min: 1, max: 500 })
  const until = fc.oneof(
    fc.record({ by: fc.constant('minutes'), minutes }),
    fc.record({
      by: fc.constant('event'),
      type: fc.constantFrom(...types),
      filter: fc.constantFrom([], [{ name: 'amount', at_least: 10 }]),
      minutes,
    }),
    fc.record({
      by: fc.constant('moment'),
      at: minutes.map(after => new Date(from + after * minute).toISOString()),
    }),
  )
  const test = fc.record({ name: fc.constant('amount'), at_least: fc.constantFrom(5, 15) })
  const node = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), until, next: to, timeout: to }) },
    fc.record({ kind: fc.constant('note'), text: fc.constant('x'), next: to }),
    fc.record({
      kind: fc.constant('condition'),
      if: fc.record({ by: fc.constant('data'), test }),
      yes: to,
      no: to,
    }),
    fc.record({
      kind: fc.constant('condition'),
      if: fc.constant({ by: 'rule', rule: { field: 'role', equals: 'student' } }),
      yes: to,
      no: to,
    }),
    fc.constant({ kind: 'goal' }),
  )
  return fc.array(node, { minLength: count, maxLength: count }).map(nodes =>
    Graph.parse({
      nodes: [
        { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'n0' },
        ...nodes.map((each, place) => ({ id: `n${place}`, ...each })),
        { id: 'end', kind: 'end' },
      ],
    }),
  )
})

const assumptions = fc.record({
  amount: fc.integer({ min: 0, max: 20 }),
  yes: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 8 }),
  events: fc.array(
    fc.record({
      type: fc.constantFrom(...types),
      at: fc.integer({ min: 0, max: 2000 }).map(after => from + after * minute),
      amount: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 12 },
  ),
})

/** Whoever walks for so long walks in a circle. */
const longest = 60

/** Where a person is, and since when, told step by step. */
function told(
  graph: Graph,
  { amount, yes, events }: { amount: number; yes: readonly number[]; events: Event[] },
): string[] {
  const story: string[] = []
  const byTime = [...events].sort((one, other) => one.at - other.at)
  let heard = 0
  let at = from
  let here = 'begin'
  const leave = (exit: string | null, to: string | null) => {
    story.push(`${here} ${exit} ${(at - from) / minute}`)
    here = to!
  }
  while (story.length < longest) {
    const node = graph.nodes.find(({ id }) => id === here)!
    if (node.kind === 'end' || node.kind === 'goal') {
      leave(null, null)
      break
    }
    if (node.kind === 'trigger' || node.kind === 'note') leave('next', node.next)
    else if (node.kind === 'condition') {
      const holds =
        node.if.by === 'data' ? amount >= node.if.test!.at_least! : yes.includes(Number(node.id.slice(1)))
      leave(holds ? 'yes' : 'no', holds ? node.yes : node.no)
    } else if (node.kind === 'wait') {
      const { until } = node as Extract<Node, { kind: 'wait' }>
      if (until.by === 'minutes') {
        at += until.minutes * minute
        leave('next', node.next)
      } else if (until.by === 'moment') {
        at = Math.max(at, Date.parse(until.at))
        leave('next', node.next)
      } else if (until.by === 'event') {
        const end = at + until.minutes * minute
        let found: Event | null = null
        // What came before the wait, and what comes after its end, is not for it.
        while (!found && byTime[heard] && byTime[heard]!.at <= end) {
          const event = byTime[heard++]!
          const fits = event.at >= at && event.type === until.type
          if (fits && (until.filter.length === 0 || event.amount >= 10)) found = event
        }
        at = found ? found.at : end
        leave(found ? 'next' : 'timeout', found ? node.next : node.timeout)
      }
    }
  }
  return story
}
interface Event {
  type: string
  at: number
  amount: number
}

test('whatever the graph and the events, a person walks as the story goes', () => {
  let fit = 0
  fc.assert(
    fc.property(graphs, assumptions, (graph, { amount, yes, events }) => {
      // Nodes that nothing leads to are no matter here; a circle without a wait would have no end.
      const hasty = faultsOf(graph, new Set(types)).some(({ message }) => message.startsWith('a circle'))
      fc.pre(!hasty)
      fit++
      const assumed: Assumed = {
        begin: 'begin',
        user_id: 'usr_1',
        data: { amount },
        from,
        zone: 'UTC',
        answers: Object.fromEntries(
          graph.nodes.map(({ id }) => [id, { holds: yes.includes(Number(id.slice(1))), why: null }]),
        ),
        events: events.map(({ type, at, amount }) => ({ type, at, fields: { amount } })),
      }
      const walked = dryRun(graph, assumed).path.map(
        ({ node, exit, at }) => `${node} ${exit} ${(at - from) / minute}`,
      )
      expect(walked.slice(0, longest)).toEqual(told(graph, { amount, yes, events }))
    }),
    { numRuns: 500 },
  )
  expect(fit).toBeGreaterThan(100)
})
