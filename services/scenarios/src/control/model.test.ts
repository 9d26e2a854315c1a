// Random graphs and events, also where the clocks change: the core, walked by the dry run, against the story of one person.
import fc from 'fast-check'
import { Graph } from '../graph/node.ts'
import { asksAccess, course, graphs, minute, storyOf } from '../testing/story.ts'
import { type Assumed, dryRun } from './dry-run.ts'

const types = ['order.paid', 'lesson.started'] as const
const filters = [[], [{ path: 'amount', at_least: 10 }]]
/** Whoever walks for so long walks in a circle. */
const longest = 60

/** A wait that begins at the very moment at which what it waits for happens. */
const together = Graph.parse({
  nodes: [
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'n0' },
    { id: 'n0', kind: 'wait', until: { by: 'minutes', minutes: 1 }, next: 'n1' },
    {
      ...{ id: 'n1', kind: 'wait', until: { by: 'event', type: types[0], filter: [], minutes: 1 } },
      ...{ next: 'end', timeout: 'n0' },
    },
    { id: 'end', kind: 'end' },
  ],
})

const beginnings = [
  ['UTC', '2026-11-21T12:00:00Z'],
  // A day or less before the clocks of the zone are put on, and back.
  ['Europe/Berlin', '2026-03-28T12:00:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z'],
  ['Europe/Berlin', '2026-10-25T00:20:00Z'],
  ['America/New_York', '2026-11-01T04:00:00Z'],
] as const

const assumptions = (from: number) =>
  fc.record({
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

test.each(beginnings)(
  'in %s from %s a person walks through any graph as the story goes',
  async (zone, began) => {
    const from = Date.parse(began)
    await fc.assert(
      fc.asyncProperty(
        graphs({ types, filters, rules: true, from }),
        assumptions(from),
        async (graph, { amount, yes, events }) => {
          const assumed: Assumed = {
            begin: 'begin',
            scenario_id: 'scn_1',
            user_id: 'usr_1',
            data: { amount },
            from,
            zone,
            answers: Object.fromEntries(
              graph.nodes
                .filter(node => !asksAccess(node))
                .map(({ id }) => [id, { holds: yes.includes(Number(id.slice(1))), why: null }]),
            ),
            dates: {},
            ask: async (_, effects) => ({
              holds: effects.some(({ id, has }) => id === course && has),
              why: null,
            }),
            events: events.map(({ type, at, amount }) => ({ type, at, fields: { amount } })),
          }
          const { path } = await dryRun(graph, assumed)
          const walked = path.map(({ node, exit, at }) => `${node} ${exit} ${at - from}`)
          const story = storyOf(graph, { from, zone, amount, yes, events, pauses: [] }, longest)
          expect(walked.slice(0, longest)).toEqual(story.map(({ text }) => text))
        },
      ),
      {
        numRuns: 120,
        examples: [
          [together, { amount: 0, yes: [], events: [{ type: types[0], at: from + minute, amount: 0 }] }],
        ],
      },
    )
  },
)
