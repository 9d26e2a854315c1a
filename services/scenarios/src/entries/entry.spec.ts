import { newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'
import { scenarioEntries } from './entry.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = (await startWithClock()).system
})
afterAll(() => system.stop())

test('people enter at the request of another service, each once by its key, and each refusal has its reason', async () => {
  const { caller, person, enabled, draft, scenarioRuns, scenarios } = await schoolOf(system)
  const crmClient = system.internal('scenarios', { scenarioEntries }, { as: 'crm', school: caller.school })
  const [ann, ben] = [(await person()).id, (await person()).id]
  const { id: scenario_id } = await enabled([byHand('pause'), pause(60), end])
  const entry = (key: string, user_id: typeof ann) => ({ key, user_id })
  const enter = async (of: typeof scenario_id, ...entries: ReturnType<typeof entry>[]) =>
    (await crmClient.scenarioEntries.enter({ body: { scenario_id: of, entries, data: { city: 'Bonn' } } }))
      .results
  await scenarios.run({ path: { id: scenario_id }, body: { user_id: ben } })
  const list = [entry('1', ann), entry('2', ben), entry('3', newId('usr'))]
  const [results, same] = await Promise.all([enter(scenario_id, ...list), enter(scenario_id, ...list)])
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['done', null],
    ['unchanged', null],
    ['refused', 'user_unknown'],
  ])
  expect(same).toEqual(results)
  await scenarioRuns.stop({ path: { id: results[0]!.run_id! } })
  expect(await enter(scenario_id, entry('1', ann), entry('4', ben))).toMatchObject([
    results[0],
    { outcome: 'unchanged' },
  ])
  expect(await enter(scenario_id, entry('5', ann))).toMatchObject([{ reason: 're_entry_refused' }])
  expect((await scenarioRuns.list()).data).toHaveLength(2)
  const other = (await draft([byHand('end'), end])).id
  expect(await enter(other, entry('6', ann))).toMatchObject([{ reason: 'scenario_not_enabled' }])
  expect(await enter(newId('scn'), entry('7', ann))).toMatchObject([{ reason: 'scenario_unknown' }])
})
