import { Graph } from '../graph/node.ts'
import { type Input, type RunState, step } from './step.ts'
import type { Now } from './times.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
const at = (minutes: number, more: Partial<Now> = {}): Now => ({
  ...{ wall: noon + minutes * minute, scenario: noon + minutes * minute, zone: 'Europe/Berlin' },
  ...{ longest: null, looks: true },
  ...more,
})
const run: RunState = {
  ...{ id: 'run_1', scenario_id: 'scn_1', user_id: 'usr_1', node: 'begin', visit: 0, phase: 'ready' },
  ...{ due: null, ends: null, awaits: null, data: {} },
}
const end = { id: 'end', kind: 'end' }
const late = { id: 'late', kind: 'end' }
const waiting = (until: object, ...others: object[]) =>
  Graph.parse({
    nodes: [
      { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'wait' },
      { id: 'wait', kind: 'wait', until, next: 'end', timeout: 'late' },
      ...[end, late, ...others],
    ],
  })
const entered: Input = { kind: 'entered' }
const time: Input = { kind: 'time' }
const answer = (holds: boolean): Input => ({ kind: 'answer', holds, why: null })
const date = (value: string | null): Input => ({ kind: 'date', value })

describe('a wait for a rule', () => {
  const graph = waiting({ by: 'rule', rule: { field: 'role', equals: 'student' }, minutes: 25 })

  test('is asked at once, and again every ten minutes until its end', () => {
    let state = step(graph, run, entered, at(0)).run
    expect(state.phase).toBe('answer')
    const looked: number[] = []
    for (let now = 0; now < 25; ) {
      state = step(graph, state, answer(false), at(now)).run
      expect(state.phase).toBe('time')
      now = (state.due!.at - noon) / minute
      looked.push(now)
      state = step(graph, state, time, at(now)).run
      expect(state.phase).toBe('answer')
    }
    expect(looked).toEqual([10, 20, 25])
    expect(step(graph, state, answer(false), at(25))).toMatchObject({ over: 'end', came: ['late'] })
    expect(step(graph, state, answer(true), at(25)).came).toEqual(['end'])
  })

  test('goes on as soon as it holds', () => {
    const { run: askingRun } = step(graph, run, entered, at(0))
    expect(step(graph, askingRun, answer(true), at(0)).left[0]).toMatchObject({
      exit: 'next',
      outcome: 'rule',
    })
  })
})

test('a run that was moved from a wait that asks to one that does not begins that one', () => {
  const asking = waiting({ by: 'rule', rule: { field: 'role', equals: 'student' }, minutes: 25 })
  const { run: askingRun } = step(asking, run, entered, at(0))
  const moved = step(waiting({ by: 'minutes', minutes: 5 }), askingRun, entered, at(3))
  expect(moved.run).toMatchObject({ phase: 'time', due: { at: noon + 8 * minute }, ends: null })
  const { run: waits } = step(waiting({ by: 'minutes', minutes: 5 }), run, entered, at(0))
  const { run: looked } = step(asking, waits, time, at(5))
  expect(step(asking, looked, answer(false), at(5)).came).toEqual(['late'])
})

describe('a wait for a date', () => {
  const birthday = {
    by: 'date',
    of: { from: 'person', field: 'custom.birthday' },
    yearly: true,
    time: '09:00',
  }
  const session = { by: 'date', of: { from: 'session' }, minutes: -60 }

  // Each is asked for at noon of 21 November 2026, UTC.
  test.each([
    ['the next birthday at nine in Berlin', birthday, '1990-05-17', '2027-05-17T07:00:00.000Z'],
    ['one of today that is over', birthday, '1990-11-21', '2027-11-21T08:00:00.000Z'],
    ['one of the last day of February', birthday, '1992-02-29', '2027-02-28T08:00:00.000Z'],
    ['three days before', { ...birthday, days: -3 }, '1990-11-25', '2026-11-22T08:00:00.000Z'],
    [
      'a day before that is the last one of a year',
      { ...birthday, days: -1 },
      '1990-01-01',
      '2026-12-31T08:00:00.000Z',
    ],
    ['an hour before a session', session, '2026-11-28T18:00:00.000+00:00', '2026-11-28T17:00:00.000Z'],
    ['a day of its own zone', { ...session, minutes: 0 }, '2026-12-01', '2026-11-30T23:00:00.000Z'],
  ])('%s', (_, until, value, expected) => {
    const graph = waiting(until)
    const { run: askingRun } = step(graph, run, entered, at(0))
    expect(askingRun.phase).toBe('answer')
    const { run: waits } = step(graph, askingRun, date(value), at(0))
    expect(new Date(waits.ends!.at).toISOString()).toBe(expected)
    expect(waits.due!.at).toBe(Math.min(waits.ends!.at, noon + 60 * minute))
  })

  test.each([
    ['there is none', null],
    ['the text is none', 'soon'],
    ['it has passed', '2026-11-21T12:59:00.000+00:00'],
  ])('leaves by the other exit where %s', (_, value) => {
    const graph = waiting(session)
    const { run: askingRun } = step(graph, run, entered, at(0))
    expect(step(graph, askingRun, date(value), at(0)).came).toEqual(['late'])
  })

  test('follows a date that is moved, also to one that is over by then', () => {
    const graph = waiting(session)
    let state = step(graph, run, entered, at(0)).run
    state = step(graph, state, date('2026-11-21T20:00:00Z'), at(0)).run
    expect(state.due!.at).toBe(noon + 60 * minute)
    state = step(graph, state, time, at(60)).run
    expect(state.phase).toBe('answer')
    state = step(graph, state, date('2026-11-21T15:30:00Z'), at(60)).run
    expect(state.due!.at).toBe(noon + 120 * minute)
    state = step(graph, state, time, at(120)).run
    expect(step(graph, state, date('2026-11-21T13:30:00Z'), at(120)).came).toEqual(['end'])
    expect(step(graph, state, date(null), at(120)).came).toEqual(['late'])
  })

  test('of a birthday returns a year later, and not at once', () => {
    const graph = waiting(birthday)
    const nine = (Date.parse('2027-05-17T07:00:00Z') - noon) / minute
    const { run: askingRun } = step(graph, run, entered, at(nine))
    const { run: waits } = step(graph, askingRun, date('1990-05-17'), at(nine))
    expect(new Date(waits.ends!.at).toISOString()).toBe('2028-05-17T07:00:00.000Z')
  })

  test('in the data of the run needs nobody', () => {
    const graph = waiting({ by: 'date', of: { from: 'data', name: 'starts_at' }, minutes: -60 })
    const state = (starts_at: string) => step(graph, { ...run, data: { starts_at } }, entered, at(0))
    expect(state('2026-11-21T14:00:00Z').run).toMatchObject({
      phase: 'time',
      due: { at: noon + 60 * minute },
    })
    expect(state('2026-11-21T12:30:00Z').came).toEqual(['wait', 'late'])
    expect(step(graph, run, entered, at(0)).came).toEqual(['wait', 'late'])
  })
})

describe('what ends a run wherever it is', () => {
  const exit = (on: object, as = 'goal') => ({ id: 'out', kind: 'exit', on, as })
  const graph = waiting({ by: 'minutes', minutes: 100 }, exit({ by: 'event', type: 'order.paid' }))

  test('takes it out of a plain wait, with the reason of the node', () => {
    const { run: waits } = step(graph, run, entered, at(0))
    expect(waits).toMatchObject({ due: { at: noon + 100 * minute }, ends: null })
    const over = step(graph, waits, { kind: 'exit', node: 'out', after: null }, at(1))
    expect(over).toMatchObject({ over: 'goal', came: ['out'] })
    expect(over.left.map(({ node, exit }) => [node, exit])).toEqual([
      ['wait', 'exit'],
      ['out', null],
    ])
  })

  test('is looked at during a plain wait where it is a rule, and the wait keeps its end', () => {
    const looked = waiting(
      { by: 'minutes', minutes: 25 },
      exit({ by: 'rule', rule: { field: 'role', equals: 'student' } }, 'exit'),
    )
    let state = step(looked, run, entered, at(0)).run
    const dues: number[] = []
    for (let passedCount = 0; passedCount === 0; ) {
      const now = (state.due!.at - noon) / minute
      dues.push(now)
      const next = step(looked, state, time, at(now))
      passedCount = next.left.length
      state = next.run
    }
    expect(dues).toEqual([10, 20, 25])
    expect(step(looked, run, entered, at(0, { looks: false })).run.due!.at).toBe(noon + 25 * minute)
  })

  test('keeps what came of the effect that was under way', () => {
    const acting = Graph.parse({
      nodes: [
        { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'note' },
        { id: 'note', kind: 'note', text: 'x', next: 'end' },
        ...[end, exit({ by: 'event', type: 'order.paid' }, 'exit')],
      ],
    })
    const { run: asking } = step(acting, run, entered, at(0))
    const after = { kind: 'effect' as const, outcome: 'done', reason: null, ids: ['nte_1'] }
    const over = step(acting, asking, { kind: 'exit', node: 'out', after }, at(0))
    expect(over.over).toBe('exit')
    expect(over.left[0]).toMatchObject({ node: 'note', exit: 'exit', outcome: 'done', ids: ['nte_1'] })
  })
})
