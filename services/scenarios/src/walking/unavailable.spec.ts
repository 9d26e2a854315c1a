import { crmService } from '@lms/crm/service'
import { runService } from '@lms/service-host'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { byHand, end, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock())
})
afterAll(() => system.stop())

test('a wait for a time of the day is in the zone of the person, also where it could not be read at first', async () => {
  const { people, enabled, scenarios, reaches, runOf, traceOf } = await schoolOf(system)
  const { id: user_id } = await people.users.create({
    body: { email: 'hana@school.example', time_zone: 'Asia/Tokyo' },
  })
  const until = { by: 'clock', time: '20:00' }
  const { id } = await enabled([byHand('evening'), { id: 'evening', kind: 'wait', until, next: 'end' }, end])
  await eventually('the person', async () => {
    const { would_enter } = await scenarios.test({ path: { id }, body: { userId: user_id } })
    return would_enter
  })
  await system.services.users!.stop()
  const run = await scenarios.run({ path: { id }, body: { user_id } })
  const { workOffTasks } = system.services.scenarios!
  await workOffTasks()
  system.services.users = await runService(usersService, system.configs.users!)
  pass(1)
  await reaches(run.id, 'evening')
  // It is 18:31 in Tokyo.
  pass(88)
  await workOffTasks()
  expect((await runOf(run.id)).status).toBe('waiting')
  pass(2)
  await reaches(run.id, 'end')
  expect((await traceOf(run.id)).map(({ node }) => node)).toEqual(['begin', 'evening', 'end'])
})

test.each([
  ['effect', { id: 'ask', kind: 'note', text: 'Called', next: 'end' }],
  [
    'condition',
    {
      ...{ id: 'ask', kind: 'condition', yes: 'end', no: 'end' },
      if: { by: 'rule', rule: { field: 'role', equals: 'student' } },
    },
  ],
])(
  'an %s of a service that is away is asked for again half a minute later',
  async (_, node) => {
    const { caller, person, enabled, scenarios, reaches } = await schoolOf(system)
    const { id: user_id } = await person()
    const { id } = await enabled([byHand('ask'), node, end])
    await eventually(
      'the person',
      async () => (await scenarios.test({ path: { id }, body: { userId: user_id } })).would_enter,
    )
    await system.services.crm!.stop()
    const run = await scenarios.run({ path: { id }, body: { user_id } })
    // It ends: no step follows the one before at once.
    await system.services.scenarios!.workOffTasks()
    const task = await asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query(
        `select status, due_at - (select created_at from scenarios.runs where id = $2) as pause
       from scenarios.tasks where school_id = $1 and queue = 'walk-scenario'`,
        [caller.school, run.id],
      )
      return rows[0]
    })
    expect(task).toMatchObject({ status: 'waiting', pause: { seconds: 30 } })
    system.services.crm = await runService(crmService, system.configs.crm!)
    pass(1)
    await reaches(run.id, 'end')
  },
  60_000,
)
