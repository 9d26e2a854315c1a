import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import type { TestSystem } from '@lms/testing'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = (await startWithClock([siteService, webinarsService])).system
}, 60_000)
afterAll(() => system.stop())

test('a node leads people into another scenario, where its own rules say who enters', async () => {
  const { person, enabled, draft, scenarios, scenarioRuns, reaches, traceOf } = await schoolOf(system)
  const { id: user_id } = await person()
  const other = await enabled([byHand('pause'), pause(60), end])
  const to = { kind: 'scenario', scenario_id: other.id }
  const nodes = [
    byHand('first'),
    { ...to, id: 'first', next: 'second' },
    { ...to, id: 'second', next: 'end' },
    end,
  ]
  await expect(draft([{ ...nodes[1]!, scenario_id: newId('scn') }])).rejects.toMatchObject({
    reason: 'scenario_unknown',
  })
  const unpublished = await draft([byHand('end'), end])
  const leading = await draft([
    byHand('first'),
    { ...nodes[1]!, scenario_id: unpublished.id, next: 'end' },
    end,
  ])
  await expect(scenarios.publish({ path: { id: leading.id }, body: {} })).rejects.toMatchObject({
    reason: 'graph_unfit',
    details: [{ path: 'graph.nodes.first.scenario_id' }],
  })
  await expect(scenarios.remove({ path: { id: unpublished.id } })).rejects.toMatchObject({
    reason: 'scenario_named',
  })
  const { id } = await enabled(nodes)
  const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  await reaches(run.id, 'end')
  const [, first, second] = await traceOf(run.id)
  expect([first!.outcome, second!.outcome]).toEqual(['done', 'unchanged'])
  const runs = (await scenarioRuns.list()).data
  expect(runs.find(each => each.id === first!.ids[0])).toMatchObject({ user_id, scenario_id: other.id })
  expect(runs).toHaveLength(2)
})

test('a condition asks for the presence at a webinar, and says what it has found', async () => {
  const { caller, people, enabled, scenarios, reaches, traceOf } = await schoolOf(system)
  const api = system.client('webinars', webinarsContract.resources, caller)
  const webinar = await api.webinars.create({ body: { title: 'Colour' } })
  const session = await api.webinarSessions.create({
    body: { webinar_id: webinar.id, starts_at: '2026-11-20T18:00:00.000+00:00' },
  })
  const { id: user_id } = await people.users.create({ body: { email: 'ann@school.example' } })
  await api.attendanceImports.run({
    body: { session_id: session.id, csv: 'email,minutes\nann@school.example,45\n' },
  })
  const asking = (id: string, at_least: number, more: object) => ({
    ...{ id, kind: 'condition', ...more },
    if: { by: 'attendance', webinar_id: webinar.id, counts: 'live_seconds', at_least },
  })
  const { id } = await enabled([
    byHand('half'),
    asking('half', 1800, { yes: 'whole', no: 'end' }),
    asking('whole', 3600, { yes: 'goal', no: 'end' }),
    { id: 'goal', kind: 'goal' },
    end,
  ])
  const run = await scenarios.run({ path: { id }, body: { user_id } })
  await reaches(run.id, 'end')
  const ways = (await traceOf(run.id)).map(({ node, exit, reason }) => ({ node, exit, reason }))
  expect(ways.slice(1, 3)).toEqual([
    { node: 'half', exit: 'yes', reason: 'live_seconds 2700 of 1800' },
    { node: 'whole', exit: 'no', reason: 'live_seconds 2700 of 3600' },
  ])
  const dry = await scenarios.dryRun({ path: { id }, body: { user_id } })
  expect(dry.path.map(({ node, exit, reason }) => ({ node, exit, reason })).slice(1, 3)).toEqual(
    ways.slice(1, 3),
  )
})

test('a dry run shows what the person would read, and why a condition holds', async () => {
  const { people, draft, scenarios } = await schoolOf(system)
  const { id: user_id } = await people.users.create({
    body: { email: `${newId('usr')}@a.example`, first_name: 'Ann' },
  })
  const rule = { and: [{ field: 'role', equals: 'student' }, { not: { field: 'role', equals: 'owner' } }] }
  const { id } = await draft([
    byHand('mail'),
    {
      id: 'mail',
      kind: 'message',
      subject: 'For {{ user.first_name }}',
      body: 'From {{ city }}, {{ x }}',
      next: 'if',
    },
    { id: 'if', kind: 'condition', if: { by: 'rule', rule }, yes: 'end', no: 'end' },
    end,
  ])
  const dry = await scenarios.dryRun({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  expect(dry.path[1]).toMatchObject({
    message: { subject: 'For Ann', text: 'From Bonn, ', missing: ['x'], error: null },
  })
  expect(dry.path[2]!.reason).toMatch(/^and\.0 field: (yes|no), and\.1\.not field: no$|^not in the school$/)
})
