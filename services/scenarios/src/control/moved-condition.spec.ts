import { crmService } from '@lms/crm/service'
import { runService } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { byHand, end, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock())
})
afterAll(() => system.stop())

test('a run that waits for the answer of a condition goes on where a new version asks its own data', async () => {
  const { person, enabled, scenarios, reaches, runOf } = await schoolOf(system)
  const asking = (by: object) => [
    byHand('if'),
    { id: 'if', kind: 'condition', if: by, yes: 'goal', no: 'end' },
    { id: 'goal', kind: 'goal' },
    end,
  ]
  const { id } = await enabled(asking({ by: 'rule', rule: { field: 'role', equals: 'student' } }))
  const { id: user_id } = await person()
  await eventually(
    'the person',
    async () => (await scenarios.test({ path: { id }, body: { userId: user_id } })).would_enter,
  )
  await system.services.crm!.stop()
  const run = await scenarios.run({ path: { id }, body: { user_id, data: { city: 'Bonn' } } })
  const { workOffTasks } = system.services.scenarios!
  await workOffTasks()
  expect((await runOf(run.id)).node).toBe('if')
  await scenarios.update({
    path: { id },
    body: { graph: { nodes: asking({ by: 'data', test: { path: 'city' } }) } as never },
  })
  expect(await scenarios.publish({ path: { id }, body: { move_inside: true } })).toMatchObject({ moved: 1 })
  system.services.crm = await runService(crmService, system.configs.crm!)
  pass(1)
  await reaches(run.id, 'goal')
  await eventually('the end', async () => (await runOf(run.id)).reason === 'goal')
})
