// A process killed with -9 between any two steps of an operation that calls outside. The other process of the service
// carries on what it left, and its clock is set: nothing here depends on how long anything takes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { step } from '../database/statements.ts'
import { environmentOf } from '../run/installation.ts'
import { chargingNotes, outside, rank, type StepName } from '../spec/charges.ts'
import { notes } from '../spec/notes.ts'
import { type OtherSystem, reset, startOtherSystem } from '../spec/other-system.ts'

const program = fileURLToPath(new URL('../spec/charges.ts', import.meta.url))

let system: TestSystem
let other: OtherSystem
let ahead = 0
const started: ChildProcess[] = []
beforeAll(async () => {
  other = await startOtherSystem()
  outside.url = other.url
  const clock = { now: () => new Date(Date.now() + ahead) }
  system = await startSystem({ services: [chargingNotes], clock, settings: { taskSlots: 0 } })
})
beforeEach(() => reset(other))
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system?.stop()
  await other?.stop()
})

test.each<{ at: StepName; meanwhile: unknown; calls: number; why: string }>([
  { at: 'before-intent', meanwhile: 201, calls: 1, why: 'nothing has happened, and the repetition does it' },
  { at: 'before-call', meanwhile: 'idempotency_in_progress', calls: 1, why: 'the call is made' },
  {
    at: 'after-call',
    meanwhile: 'idempotency_in_progress',
    calls: 2,
    why: 'the call is repeated by its key',
  },
  { at: 'after-outcome', meanwhile: 201, calls: 1, why: 'the repetition gets the kept answer' },
])(
  'killed $at: $why',
  async ({ at, meanwhile, calls }) => {
    const caller = system.caller()
    const client = system.client('notes', { notes }, caller).notes
    const { id } = await client.create({ body: { name: at } })
    const charge = () =>
      system.request('notes', {
        method: 'POST',
        path: `/v1/notes/${id}/charge`,
        body: {},
        caller,
        headers: { 'idempotency-key': `once ${at}` },
      })
    const alive = system.addresses.notes!
    const { child, address } = await start(at)
    system.addresses.notes = address
    const exited = once(child, 'exit')
    await expect(charge()).rejects.toThrow('fetch failed')
    expect((await exited)[1]).toBe('SIGKILL')
    system.addresses.notes = alive

    // Postgres may not have noticed yet that the connections of the dead process are closed.
    const first = await eventually('an answer that depends on the dead process no more', async () => {
      const answer = await charge()
      return meanwhile === 201 && answer.status === 409 ? null : answer
    })
    expect(meanwhile === 201 ? first.status : first.body.error.reason).toBe(meanwhile)
    // The lease of the dead process ends.
    ahead += 120_000
    await system.services.notes!.workOffTasks()
    const answers = [await charge(), await charge()]
    for (const answer of answers) {
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({ id, rank: rank.charged })
    }
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    if (meanwhile === 201) expect(first.body).toEqual(answers[0]!.body)
    expect(other.calls).toHaveLength(calls)
    expect([...other.effects]).toEqual([[id, 1]])
    expect((await client.get({ path: { id } })).rank).toBe(rank.charged)
    expect(await countEvents(caller.school, 'order.created')).toBe(2)
    expect(await countEvents(caller.school, 'audit.notes')).toBe(2)
    expect(await rows('select 1 from notes.tasks')).toEqual([])
  },
  60_000,
)

const rows = (text: string) => system.services.notes!.runtime.system.rows(step(text))
/** Messages of the school: of the note's making and of its charge, each once. */
const countEvents = async (school: string, subject: string) =>
  (await rows(`select 1 from notes.outbox where school_id = '${school}' and subject like '%.${subject}'`))
    .length

async function start(killAt: StepName) {
  const [port] = await freePorts(1)
  const config = { ...system.configs.notes!, port: port!, taskSlots: 0 }
  const env = { OTHER_SYSTEM: other.url, KILL_AT: killAt, CLOCK_AHEAD_MS: String(ahead) }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), ...env },
    stdio: 'inherit',
  })
  started.push(child)
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually('the process to answer', answers, 30_000)
  return { child, address }
}
