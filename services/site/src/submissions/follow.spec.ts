// What follows from a submission while the users service is away, and where the process is killed with -9 between any two
// steps. Another process of the service carries on, and its clock is set: nothing here depends on how long anything takes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { eventsOf, schoolIn } from '../testing/forms.ts'
import { submissionKillSteps } from '../testing/killed-site.ts'

const program = fileURLToPath(new URL('../testing/killed-site.ts', import.meta.url))
const email = 'ann@school.example'

const started: ChildProcess[] = []
let system: TestSystem
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [siteService, usersService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system?.stop()
})

/** Time passes, and what is due by then is done. */
const later = async (seconds: number) => {
  ahead += seconds * 1000
  await system.services.site!.workOffTasks()
}

/** A service is somewhere else, or nowhere, during the work. */
async function withAddress<R>(service: string, address: string, work: () => Promise<R>): Promise<R> {
  const before = system.addresses[service]!
  system.addresses[service] = address
  try {
    return await work()
  } finally {
    system.addresses[service] = before
  }
}

/** A school with a form that gives a tag and a consent; `outcome` is all that its submissions have caused. */
async function newSchool() {
  const { caller, api, people, form, submit } = schoolIn(system)
  const tag = await people.tags.create({ body: { name: 'Lead' } })
  const consents = [{ key: 'news', text: 'Send me news.', channel: 'sms' as const }]
  const { id } = await form({ tag_ids: [tag.id], consents })
  const send = () => submit(id, { email }, { consents: ['news'] })
  const submissions = async () => (await api.submissions.list()).data
  const persons = async () => (await people.users.list({ query: {} })).data
  const outcome = async () => {
    const everybody = await persons()
    const path = { id: everybody[0]!.id }
    return {
      persons: everybody.map(person => person.email),
      tags: (await people.personTags.list({ path })).data.map(({ name }) => name),
      consents: (await people.consents.list({ path })).data.map(({ status }) => status),
      told: (await eventsOf(system, caller.school, 'user.form_submitted')).length,
    }
  }
  return { send, submissions, persons, outcome }
}
const causedOnce = { persons: [email], tags: ['Lead'], consents: ['given'], told: 1 }

test('while the users service is away a submission is received, and it is processed once when users is back', async () => {
  const { send, submissions, persons, outcome } = await newSchool()
  const storedSubmission = await withAddress('users', 'http://127.0.0.1:1', async () => {
    const submission = await send()
    expect(submission).toMatchObject({ status: 'received', user_id: null, finished_at: null })
    await later(60)
    expect(await submissions()).toEqual([submission])
    expect(await send()).toEqual(submission)
    return submission
  })
  expect(await persons()).toEqual([])
  await later(3600)
  expect(await submissions()).toMatchObject([
    { id: storedSubmission.id, status: 'finished', created_user: true },
  ])
  expect(await outcome()).toEqual(causedOnce)
  await later(3600)
  expect(await outcome()).toEqual(causedOnce)
})

test.each(submissionKillSteps)(
  'a submission whose process is killed %s has one person and one event',
  async step => {
    const { send, submissions, persons, outcome } = await newSchool()
    const { address, exited } = await start(step)
    await expect(withAddress('site', address, send)).rejects.toThrow()
    expect((await exited)[1]).toBe('SIGKILL')
    expect(await persons()).toHaveLength(step === 'before-call' ? 0 : 1)
    // The lease of the dead process ends.
    await later(120)
    const [submission, ...others] = await submissions()
    expect(others).toEqual([])
    expect(submission).toMatchObject({ status: 'finished', created_user: true })
    expect(await send()).toEqual(submission)
    expect(await outcome()).toEqual(causedOnce)
  },
  60_000,
)

/** Another process of the service, which kills itself at a step. */
async function start(killAt: (typeof submissionKillSteps)[number]) {
  const [port] = await freePorts(1)
  const config = { ...system.configs.site!, port: port!, taskSlots: 0 }
  const env = { KILL_AT: killAt, CLOCK_AHEAD_MS: String(ahead) }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), ...env },
    stdio: 'inherit',
  })
  started.push(child)
  const exited = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually('the process to answer', answers, 30_000)
  return { address, exited }
}
