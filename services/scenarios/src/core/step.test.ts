import { z } from 'zod'
import { faultsOf } from '../graph/check.ts'
import { Graph } from '../graph/node.ts'
import { obstacleOf } from './entry.ts'
import { type RunState, step } from './step.ts'
import { dueOf, type Now } from './times.ts'

const order = z.object({ amount: z.int(), items: z.array(z.object({ offer_id: z.string() })) })
const types = new Map([['order.paid', order]])
const graph = (...nodes: object[]) => Graph.parse({ nodes })
const trigger = (next: string | null) => ({ id: 'begin', kind: 'trigger', start: { by: 'hand' }, next })
const end = { id: 'end', kind: 'end' }
const wait = (id: string, next: string) => ({ id, kind: 'wait', until: { by: 'minutes', minutes: 60 }, next })
const noon = Date.parse('2026-11-21T12:00:00Z')
const now: Now = { wall: noon, scenario: noon - 1000, zone: 'Europe/Berlin', longest: null, looks: true }
const run: RunState = {
  id: 'run_1',
  scenario_id: 'scn_1',
  user_id: 'usr_1',
  node: 'begin',
  visit: 0,
  phase: 'ready',
  due: null,
  ends: null,
  awaits: null,
  data: { amount: 10 },
}

describe('a graph', () => {
  test.each([
    ['without a trigger', graph(end), ['nodes', 'nodes.end']],
    ['with an open exit', graph(trigger(null)), ['nodes.begin.next']],
    ['with an exit to nothing', graph(trigger('other')), ['nodes.begin.next']],
    ['with a node that nothing leads to', graph(trigger('end'), end, wait('lost', 'end')), ['nodes.lost']],
    [
      'with a circle that never waits',
      graph(
        trigger('a'),
        { id: 'a', kind: 'note', text: 'x', next: 'b' },
        { id: 'b', kind: 'note', text: 'y', next: 'a' },
      ),
      ['nodes.a'],
    ],
    [
      'with an unknown event',
      graph({ id: 'begin', kind: 'trigger', start: { by: 'event', type: 'order.eaten' }, next: 'end' }, end),
      ['nodes.begin.start.type'],
    ],
    ['with a circle that waits', graph(trigger('a'), wait('a', 'a')), []],
  ])('%s names the nodes', (_, testGraph, paths) => {
    expect(faultsOf(testGraph, types).map(({ path }) => path)).toEqual(paths)
  })
})

describe('a step', () => {
  test('goes on until something is awaited, and ends a wait by its time', () => {
    const testGraph = graph(trigger('pause'), wait('pause', 'end'), end)
    const waiting = step(testGraph, run, { kind: 'entered' }, now)
    expect(waiting.run).toMatchObject({ node: 'pause', phase: 'time', visit: 1 })
    expect(waiting.run.due).toEqual({ clock: 'scenario', at: now.scenario + 3_600_000 })
    expect(
      step(testGraph, waiting.run, { kind: 'effect', outcome: 'done', reason: null, ids: [] }, now).left,
    ).toEqual([])
    const over = step(testGraph, waiting.run, { kind: 'time' }, now)
    expect(over).toMatchObject({ over: 'end', came: ['end'] })
    expect(over.left.map(({ node, exit }) => [node, exit])).toEqual([
      ['pause', 'next'],
      ['end', null],
    ])
  })

  test('asks for an effect, and goes on with its result', () => {
    const testGraph = graph(trigger('note'), { id: 'note', kind: 'note', text: 'x', next: 'end' }, end)
    const asking = step(testGraph, run, { kind: 'entered' }, now).run
    expect(asking).toMatchObject({ node: 'note', phase: 'effect' })
    const over = step(
      testGraph,
      asking,
      { kind: 'effect', outcome: 'skipped', reason: 'no_consent', ids: ['nte_1'] },
      now,
    )
    expect(over.left[0]).toMatchObject({ outcome: 'skipped', reason: 'no_consent', ids: ['nte_1'] })
  })

  test('of an awaited event takes its exit, and at the end of its time the other', () => {
    const until = { by: 'event', type: 'order.paid', minutes: 5, filter: [{ path: 'amount', at_least: 10 }] }
    const testGraph = graph(
      trigger('pay'),
      { id: 'pay', kind: 'wait', until, next: 'goal', timeout: 'end' },
      { id: 'goal', kind: 'goal' },
      end,
    )
    const { run: waiting } = step(testGraph, run, { kind: 'entered' }, now)
    const event = (amount: number) => ({ kind: 'event', type: 'order.paid', fields: { amount } }) as const
    expect(step(testGraph, waiting, event(9), now).over).toBeNull()
    expect(step(testGraph, waiting, event(10), now).over).toBe('goal')
    expect(step(testGraph, waiting, { kind: 'time' }, now).over).toBe('end')
  })

  test('of a condition on data needs nobody', () => {
    const by = (at_least: number) =>
      graph(
        trigger('if'),
        {
          id: 'if',
          kind: 'condition',
          if: { by: 'data', test: { path: 'amount', at_least } },
          yes: 'goal',
          no: 'end',
        },
        { id: 'goal', kind: 'goal' },
        end,
      )
    expect(step(by(10), run, { kind: 'entered' }, now).over).toBe('goal')
    expect(step(by(11), run, { kind: 'entered' }, now).over).toBe('end')
  })

  test('of a split leads each person the same way, and many by the weights', () => {
    const testGraph = graph(
      trigger('split'),
      {
        id: 'split',
        kind: 'split',
        branches: [
          { weight: 1, next: 'goal' },
          { weight: 3, next: 'end' },
        ],
      },
      { id: 'goal', kind: 'goal' },
      end,
    )
    const ends = Array.from(
      { length: 2000 },
      (_, index) => step(testGraph, { ...run, user_id: `usr_${index}` }, { kind: 'entered' }, now).over,
    )
    expect(ends.filter(each => each === 'goal').length / 2000).toBeCloseTo(0.25, 1)
    expect(step(testGraph, { ...run, user_id: 'usr_7' }, { kind: 'entered' }, now).over).toBe(ends[7])
  })
})

describe('the end of a wait', () => {
  test.each([
    ['the next Monday', [1], '09:30', '2026-11-21T12:00:00Z', '2026-11-23T08:30:00.000Z'],
    ['the same day', [], '14:00', '2026-11-21T12:00:00Z', '2026-11-21T13:00:00.000Z'],
    ['the next day', [], '13:00', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00.000Z'],
    [
      'after the hour that the clocks leave out',
      [7],
      '02:30',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    ['the first of two equal hours', [7], '02:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ])('by the clock of the person is %s', (_, weekdays, time, at, expected) => {
    const wall = Date.parse(at)
    const due = dueOf({ by: 'clock', weekdays, time }, { ...now, wall, scenario: wall })
    expect(new Date(due.at).toISOString()).toBe(expected)
  })

  test('of a test comes soon', () => {
    expect(dueOf({ by: 'minutes', minutes: 60 }, { ...now, longest: 1000 }).at).toBe(now.scenario + 1000)
  })
})

test.each([
  [{ open: false }, 'never', 'not_enabled'],
  [{ inside: true }, 'after_leaving', 'inside'],
  [{ last: noon - 1 }, 'never', 're_entry'],
  [{ last: noon - 3_600_000 }, 'after_leaving', 're_entry'],
  [{ last: noon - 2 * 3_600_000 }, 'after_leaving', null],
  [{ entries: 20 }, 'never', 'too_many_entries'],
  [{}, 'never', null],
] as const)('who enters: %j with %s', (standingFields, re_entry, expected) => {
  const standing = { open: true, inside: false, last: null, entries: 0, ...standingFields }
  expect(obstacleOf(standing, { re_entry, re_entry_gap_hours: 2 }, noon)).toBe(expected)
})
