// Processes that are killed with -9 while people walk: every effect is there once, and nobody is lost or in two places.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { crmService } from '@lms/crm/service'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { scenariosService } from '../service.ts'
import { byHand, end, schoolOf } from '../testing/school.ts'

const program = fileURLToPath(new URL('../testing/killed-scenarios.ts', import.meta.url))
// With LMS_TEST_LONG=1 two hundred rounds; this takes some twenty minutes.
const isLong = process.env.LMS_TEST_LONG === '1'
const { rounds, patience } = isLong ? { rounds: 200, patience: 10 } : { rounds: 3, patience: 1 }
const people = 30
/** Notes of each of two scenarios: more than a killed round can use up. */
const notes = isLong ? 180 : 5

let system: TestSystem
let ahead = 0
const started: ChildProcess[] = []
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  const services = [usersService, crmService, scenariosService]
  // Nobody but the processes that are killed walks.
  system = await startSystem({ services, clock, settings: { taskSlots: 0 } })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system.stop()
})

async function start(): Promise<ChildProcess> {
  const [port] = await freePorts(1)
  const config = { ...system.configs.scenarios!, port: port!, taskSlots: 4 }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), CLOCK_AHEAD_MS: String(ahead) },
    stdio: 'inherit',
  })
  started.push(child)
  return child
}

test(
  'whoever is killed in the middle of a step, each effect is there once, and each run ends',
  async () => {
    const { caller, person, enabled, scenarios, scenarioRuns } = await schoolOf(system)
    const texts = Array.from({ length: notes }, (_, index) => `n${index}`)
    const nodes = texts.map((id, index) => ({ id, kind: 'note', text: id, next: texts[index + 1] ?? 'end' }))
    const users = await Promise.all(Array.from({ length: people }, person))
    for (let count = 0; count < 2; count++) {
      const { id } = await enabled([byHand('n0'), ...nodes, end])
      await Promise.all(users.map(user => scenarios.run({ path: { id }, body: { user_id: user.id } })))
    }
    const inNotes = async (what: string) =>
      (await asOwner(system.ownerUrl, owner => owner.query(`select ${what}`, [caller.school]))).rows[0]
    const countNotes = async () =>
      Number((await inNotes('count(*) as found from crm.notes where school_id = $1')).found)

    for (let round = 1; round <= rounds; round++) {
      const before = await countNotes()
      const child = await start()
      const exited = once(child, 'exit')
      // The notes are there, and the step that has ordered them may not be committed.
      await eventually('some notes', async () => (await countNotes()) > before, 60_000 * patience)
      child.kill('SIGKILL')
      expect((await exited)[1]).toBe('SIGKILL')
      // The lease of the dead process ends.
      ahead += 300_000
    }
    const last = await start()
    const over = async () =>
      (await scenarioRuns.list({ query: { limit: 100 } })).data.every(({ status }) => status === 'finished')
    await eventually('the ends', over, 120_000 * patience)
    last.kill('SIGKILL')

    const runs = (await scenarioRuns.list({ query: { limit: 100 } })).data
    expect(runs).toHaveLength(2 * people)
    // Each person has each note twice, once from each scenario.
    const each = await inNotes(
      `count(*)::int as count, min(n)::int as least, max(n)::int as most from (
       select count(*) n from crm.notes where school_id = $1 group by user_id, text) each`,
    )
    expect(each).toEqual({ count: people * notes, least: 2, most: 2 })
    const trace = (await scenarioRuns.trace({ path: { id: runs[0]!.id }, query: { limit: 100 } })).data
    expect(trace.slice(0, 4).map(({ node }) => node)).toEqual(['begin', 'n0', 'n1', 'n2'])
    expect(new Set(trace.map(({ effect_key }) => effect_key).filter(key => key !== null)).size).toBe(
      Math.min(notes, 99),
    )
    if (isLong)
      process.stdout.write(`${JSON.stringify({ rounds, runs: runs.length, notes: await countNotes() })}\n`)
  },
  240_000 * patience,
)
