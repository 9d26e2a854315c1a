import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { step } from '../database/statements.ts'
import { environmentOf } from '../run/installation.ts'
import { walk, walkingNotes } from '../spec/walking.ts'
import { inSchool } from '../work/in-school.ts'
import { enqueue } from './enqueue.ts'

const program = fileURLToPath(new URL('../spec/walking.ts', import.meta.url))
const steps = 60

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [walkingNotes], settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

const runtime = () => system.services.notes!.runtime
const rows = (text: string) => runtime().system.rows(step(text))
/** Steps with an event; each is one row of the outbox, which nobody reads here. */
const emitted = async () =>
  (await rows(`select payload from notes.outbox order by position`)).map(
    ([payload]) => JSON.parse(payload!).data.object.name,
  )

test('a process is killed in the middle of a task of many steps: each step has happened once', async () => {
  await inSchool(newId('sch'), runtime(), async ({ work }) => void enqueue(work, walk, { steps }))
  const exits: unknown[] = []
  for (let process = 0; process < 4; process++) {
    // The lease of the one before is over for the next one, whose clock is ahead.
    const child = start(process * 120_000)
    const isLast = process === 3
    const enough = (process + 1) * 12
    await eventually(
      'some steps',
      async () => (isLast ? await isDone() : (await emitted()).length >= enough),
      30_000,
    )
    child.kill('SIGKILL')
    exits.push((await once(child, 'exit'))[1])
  }
  expect(exits).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL'])
  expect(await emitted()).toEqual(Array.from({ length: steps }, (_, done) => `step ${done}`))
}, 120_000)

const isDone = async () => (await rows('select 1 from notes.tasks')).length === 0

function start(aheadMs: number) {
  const config = { ...system.configs.notes!, port: 0, taskSlots: 4 }
  return spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), CLOCK_AHEAD_MS: String(aheadMs) },
    stdio: 'inherit',
  })
}
