// What people write into forms reaches no log, whatever goes wrong. The services are processes that log all they can.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { schoolIn } from '../testing/forms.ts'

const started: ChildProcess[] = []
let system: TestSystem
let logged = ''
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService], settings: { taskSlots: 0 } })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system?.stop()
})

const mainOf = (service: string) => fileURLToPath(new URL(`../../../${service}/src/main.ts`, import.meta.url))
const nowhere = 'http://127.0.0.1:1'

/** Replaces a service by a process of its own, which knows the other services at these addresses. */
async function replace(service: string, serviceAddresses: Record<string, string>) {
  const [port] = await freePorts(1)
  const config = { ...system.configs[service]!, port: port!, logLevel: 'trace', taskSlots: 2 }
  const env = { ...process.env, ...environmentOf({ ...config, serviceAddresses }), ...config.settings }
  const child = spawn(process.execPath, ['--no-warnings', mainOf(service)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (logged += chunk))
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually('the process to answer', answers, 30_000)
  system.addresses[service] = address
}

/** Postgres names the whole row in the detail of this error. */
const refuseRows = (table: string) =>
  asOwner(system.ownerUrl, client =>
    client.query(`alter table ${table} add constraint refused check (school_id is null) not valid`),
  )

test('what somebody submits is in no line of a log, also where it is refused or fails', async () => {
  const { form, submit, api } = schoolIn(system)
  const { id } = await form({ tag_ids: [] })
  const answers = { email: 'secret.ann@school.example', phone: '+491711234567', name: 'Secret Ann' }
  const input = {
    fields: { hobby: 'Secret kayaks' },
    page_url: 'https://landing.example/?who=Secret',
    referrer: 'https://search.example/?q=Secret',
    utm: { source: 'Secret' },
  }
  const send = (changed: object = {}) => submit(id, { ...answers, ...changed }, input)
  await replace('users', system.addresses)
  await replace('site', system.addresses)
  const submission = await send()
  expect(submission).toMatchObject({ status: 'finished', created_user: true })
  await expect(submit(id, { ...answers, phone: 'Secret phone', other: 'Secret' })).rejects.toMatchObject({
    reason: 'answers_invalid',
  })
  await api.submissions.update({ path: { id: submission.id }, body: { spam: true } })

  await refuseRows('users.leads')
  expect(await send({ name: 'Secret Bob' })).toMatchObject({ status: 'received' })
  await refuseRows('site.form_submissions')
  await expect(send({ name: 'Secret Eve' })).rejects.toMatchObject({ status: 500 })
  await asOwner(system.ownerUrl, client =>
    client.query('alter table site.form_submissions drop constraint refused'),
  )
  await replace('site', { ...system.addresses, users: nowhere })
  expect(await send({ name: 'Secret Zoe' })).toMatchObject({ status: 'received' })

  await eventually('the failures in the log', () => logged.split('follow-submission').length > 2)
  expect(logged.match(/"23514"/g)!.length).toBeGreaterThanOrEqual(2)
  expect(logged).not.toMatch(/secret|1711234567/i)
}, 90_000)
