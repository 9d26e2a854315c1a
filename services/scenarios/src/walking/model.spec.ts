// Random graphs, events, pauses, merges and new versions in a system of two instances, where crm is behind with what it
// reads: what runs leave in their traces, against the story of each person, and against the dry run of the same inputs.

import { isDeepStrictEqual } from 'node:util'
import { crmService } from '@lms/crm/service'
import { type RunningService, runService } from '@lms/service-host'
import { eventually, gatedAt, openGate, type TestSystem } from '@lms/testing'
import fc from 'fast-check'
import { Graph } from '../graph/node.ts'
import { scenariosService } from '../service.ts'
import { byHand, end, schoolOf, startWithClock } from '../testing/school.ts'
import { type Assumptions, graphs, minute, storyOf } from '../testing/story.ts'

const types = ['user.tag_added', 'user.group_joined'] as const
const people = 5
/** Nodes of each run that are compared: a circle has no end. */
const most = 9
const from = Date.parse('2026-11-21T09:30:00Z')
const days = (count: number) => count * 1440

let system: TestSystem
let pass: (minutes: number) => void
let second: RunningService
const gate = openGate()
beforeAll(async () => {
  ;({ system, pass } = await startWithClock([], {}, gatedAt(gate, crmService)))
  second = await runService(scenariosService, { ...system.configs.scenarios!, port: 0 })
})
afterAll(async () => {
  gate.open()
  await second.stop()
  await system.stop()
})

// A few seconds beside full minutes, so that no two things happen at once.
const at = (after: number, seconds: number) => from + after * minute + seconds * 1000
const cases = fc.record({
  graph: graphs({ types, filters: [[]], rules: true, from }),
  amount: fc.integer({ min: 0, max: 20 }),
  events: fc.uniqueArray(
    fc.record({ type: fc.constantFrom(...types), after: fc.integer({ min: 1, max: 700 }) }),
    { maxLength: 3, selector: ({ after }) => after },
  ),
  pauses: fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 300 }), length: fc.integer({ min: 1, max: 300 }) }),
    { maxLength: 2 },
  ),
  /** When the person turns out to be the duplicate of another one. */
  merged: fc.option(fc.integer({ min: 1, max: 700 })),
})

/** Pauses in their order. */
function pausesOf(drawn: readonly { gap: number; length: number }[], seconds: number) {
  let began = 0
  return drawn.map(({ gap, length }) => {
    const pause = { from: at(began + gap, seconds), till: at(began + gap + length, seconds + 1) }
    began += gap + length + 1
    return pause
  })
}

test('whatever the graphs, events and pauses, runs leave what the story says, in the version of their entry', async () => {
  // Nothing that crm reads later is needed to judge by what is true now.
  gate.close()
  const { scenarios, person, people: api, enabled, runOf, traceOf, statsOf } = await schoolOf(system)
  type Trace = Awaited<ReturnType<typeof traceOf>>
  const passed = (list: Trace) => list.filter(({ left_at }) => left_at !== null)
  const describeTrace = (list: Trace) =>
    passed(list).map(({ node, exit, left_at }) => `${node} ${exit} ${Date.parse(left_at!) - from}`)

  const walkers = await Promise.all(
    fc.sample(cases, people).map(async ({ graph, amount, events, pauses, merged }, index) => {
      const [{ id: user_id }, { id: other }] = await Promise.all([person(), person()])
      const assumed: Assumptions = {
        // Every person is a student.
        ...{ from, zone: 'UTC', amount, yes: [0, 1, 2, 3, 4, 5, 6, 7] },
        events: events.map(({ type, after }) => ({ type, at: at(after, 10 + index), amount })),
        pauses: pausesOf(pauses, 20 + 2 * index),
      }
      const { id } = await enabled(graph.nodes as never)
      const dry = await scenarios.dryRun({
        path: { id },
        body: {
          ...{ user_id, data: { amount }, from: new Date(from).toISOString() },
          events: assumed.events.map(({ type, at }) => ({ type, at: new Date(at).toISOString() })),
        },
      })
      const run = await scenarios.run({ path: { id }, body: { user_id, data: { amount } } })
      const merge = { at: merged === null ? null : at(merged, 40 + index), other }
      return { id, run: run.id, user_id, merge, assumed, dry, story: storyOf(graph, assumed, most) }
    }),
  )

  let marks = 0
  const happens = async (user_id: (typeof walkers)[number]['user_id'], type: string) => {
    const name = `Mark ${marks++}`
    if (type === 'user.tag_added') {
      const { id } = await api.tags.create({ body: { name } })
      await api.personTags.add({ path: { id: user_id }, body: { tags: [id] } })
    } else {
      const { id } = await api.groups.create({ body: { name } })
      await api.members.add({ path: { id }, body: { user_ids: [user_id] } })
    }
  }
  /** The run goes on as one of the other person. */
  const becomes = async (walker: (typeof walkers)[number]) => {
    const { run, merge } = walker
    await api.persons.merge({ path: { id: merge.other }, body: { user_id: walker.user_id } })
    walker.user_id = merge.other
    await eventually('the run to move', async () => (await runOf(run)).user_id === merge.other)
  }
  // A new version is nothing to those inside.
  const republish = async (id: (typeof walkers)[number]['id']) => {
    await scenarios.update({ path: { id }, body: { graph: Graph.parse({ nodes: [byHand('end'), end] }) } })
    await scenarios.publish({ path: { id }, body: {} })
  }

  const horizon = from + days(3) * minute
  const actions = walkers.flatMap(walker => {
    const {
      id,
      merge,
      assumed: { events, pauses },
    } = walker
    return [
      ...(merge.at === null ? [] : [{ at: merge.at, act: () => becomes(walker) }]),
      ...events.map(({ type, at }) => ({ at, act: () => happens(walker.user_id, type) })),
      ...pauses.flatMap(({ from, till }) => [
        { at: from, act: () => scenarios.pause({ path: { id } }) },
        { at: till, act: () => scenarios.status({ path: { id }, body: { status: 'enabled' } }) },
      ]),
      { at: at(200, 50), act: () => republish(id) },
    ]
  })
  const moments = [
    ...new Set([
      from,
      ...actions.map(({ at }) => at),
      ...walkers.flatMap(({ story }) => story.map(({ at }) => at)),
    ]),
  ]
    .filter(moment => moment <= horizon)
    .sort((one, other) => one - other)

  let clock = from
  for (const moment of moments) {
    pass((moment - clock) / minute)
    clock = moment
    for (const { act } of actions.filter(action => action.at === moment)) await act()
    for (const { run, story } of walkers.filter(({ story }) => story.some(({ at }) => at === moment))) {
      const expected = story.filter(({ at }) => at <= moment).map(({ text }) => text)
      await eventually(
        `${expected.at(-1)} of ${run}`,
        async () => describeTrace(await traceOf(run)).length >= expected.length,
      )
      expect(describeTrace(await traceOf(run)).slice(0, most)).toEqual(expected)
    }
  }
  // A dry run knows no pauses. What becomes of an effect it only assumes.
  const effects = new Set(['note', 'grant', 'revoke'])
  for (const { run, dry, assumed } of walkers.filter(({ assumed }) => assumed.pauses.length === 0)) {
    const real = passed(await traceOf(run)).slice(0, most)
    const comparable = (list: typeof dry.path | Trace) =>
      list.map(({ node, kind, exit, entered_at, left_at, outcome, reason }) => ({
        ...{ node, kind, exit, entered_at, left_at, reason },
        outcome: effects.has(kind) ? null : outcome,
      }))
    expect(assumed.from).toBe(from)
    expect(comparable(dry.path.slice(0, real.length))).toEqual(comparable(real))
  }
  // The statistics are equal to a recount of the traces, also of runs that still walk.
  const recounted = async ({ id, run }: (typeof walkers)[number]) => {
    const [trace, stats] = [await traceOf(run), await statsOf(id)]
    const counted: Record<string, [number, number, number]> = {}
    for (const { node, left_at } of trace) {
      counted[node] ??= [0, 0, 0]
      counted[node][0]++
      if (left_at === null) counted[node][1]++
    }
    // A longer one has more than this page.
    return trace.length === 100 || isDeepStrictEqual(stats, counted)
  }
  for (const walker of walkers) await eventually('equal statistics', () => recounted(walker))
}, 120_000)
