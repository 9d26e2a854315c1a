// One school's waiting work delays no other: each loop goes round by school. Jobs run only when a test runs them, and
// the clock advances with every read, so that later work has a later time.
import { newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { userAnonymized } from '@lms/users/contract'
import { webhooksService } from './service.ts'
import { emit } from './testing/receiver.ts'

describe('while one school has much waiting, another waits for one turn', () => {
  let system: TestSystem
  let now = Date.now()
  beforeAll(async () => {
    system = await startSystem({
      services: [webhooksService],
      clock: { now: () => new Date(++now) },
      // Nobody listens there: whose mail is tried shows as well.
      settings: {
        taskSlots: 0,
        settings: { LMS_SMTP_URL: 'smtp://127.0.0.1:9', LMS_MAIL_FROM: 'platform@lms.example' },
      },
    })
  })
  afterAll(() => system.stop())
  const runtime = () => system.services.webhooks!.runtime
  const rows = (text: string, values: string[] = []) => runtime().system.rows(step(text, values))
  const schools = () => [system.caller().school, system.caller().school] as const

  test('to have people erased from the journal', async () => {
    const [busy, other] = schools()
    for (const [school, count] of [
      [busy, 5],
      [other, 1],
    ] as const)
      for (let at = 0; at < count; at++) {
        const id = newId('usr')
        const anonymized = { type: userAnonymized.type, object: { id }, related: { user_id: id } }
        await emit(system, school, [anonymized])
      }
    await eventually('all to wait', async () => {
      const [[waiting]] = (await rows(
        `select count(*) from webhooks.tasks x join webhooks.events e
         on e.school_id = x.school_id and x.payload like '%' || e.id || '%'`,
      )) as [[string]]
      return waiting === '6'
    })
    await system.services.webhooks!.workOffTasks()
    const done = await rows(
      `select school_id from webhooks.tasks where state like '%"pass": 2%' or state like '%"pass":2%' order by due_at`,
    )
    expect(done).toHaveLength(6)
    expect(done.findIndex(([school]) => school === other)).toBeLessThanOrEqual(1)
  })
})
