import { eventually, type TestSystem } from '@lms/testing'
import { scenarioEntries } from '../entries/entry.contract.ts'
import { byHand, end, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock())
})
afterAll(() => system.stop())

test('a long message reaches many people who come to it together', async () => {
  const { caller, crm, person, enabled, scenarioRuns } = await schoolOf(system)
  // 40 KB to each of 40 people: more than one request takes.
  const mail = { id: 'mail', kind: 'message', subject: 'News', body: 'ж'.repeat(20_000), next: 'end' }
  const { id: scenario_id } = await enabled([byHand('mail'), mail, end])
  const people = await Promise.all(Array.from({ length: 40 }, person))
  const { scenarioEntries: entryClient } = system.internal(
    'scenarios',
    { scenarioEntries },
    { as: 'crm', school: caller.school },
  )
  await entryClient.enter({
    body: { scenario_id, entries: people.map(({ id }) => ({ key: id, user_id: id })) },
  })
  await eventually('everybody at the end', async () => {
    pass(1)
    const { data } = await scenarioRuns.list({ query: { limit: 100 } })
    return data.length === 40 && data.every(({ status }) => status === 'finished')
  })
  const sent = (await crm.messages.list({ query: { limit: 100 } })).data
  expect(new Set(sent.map(({ user_id }) => user_id))).toEqual(new Set(people.map(({ id }) => id)))
  expect(sent).toHaveLength(40)
})
