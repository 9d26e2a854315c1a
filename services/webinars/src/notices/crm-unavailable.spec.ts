import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { runService } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
let now = Date.parse('2027-01-10T12:00:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [siteService, usersService, crmService, webinarsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

test('a participant is told of a moved session when the CRM is back, however long it was away', async () => {
  const { registry: schools } = system.internal('site', { registry })
  const { id: school } = await schools.create({ body: { name: 'School', domains: ['school.example'] } })
  const { api, caller, path, person, register } = await schoolWithSession(
    system,
    {},
    system.caller({ school }),
  )
  await register(await person())
  const { workOffTasks } = system.services.webinars!
  await workOffTasks()
  await system.services.crm!.stop()
  await api.webinarSessions.update({ path, body: { starts_at: '2027-01-16T17:00:00.000+00:00' } })
  const back = now + 3 * 3_600_000
  await eventually('hours', async () => {
    await workOffTasks()
    now += 2 * 60_000
    return now > back
  })
  system.services.crm = await runService(crmService, system.configs.crm!)
  const { messages } = system.client('crm', crmContract.resources, caller)
  await eventually('the notice', async () => {
    await workOffTasks()
    now += 60_000
    const subjects = (await messages.list()).data.map(({ subject }) => subject)
    return subjects.length === 2
  })
  expect((await messages.list()).data).toHaveLength(2)
})
