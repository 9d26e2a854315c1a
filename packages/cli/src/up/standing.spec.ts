// Real processes: one that spins is killed and started again, and one that is never ready says what it lacks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePorts } from '@lms/local'
import { eventually } from '@lms/testing'
import { childPart } from './child.ts'
import { Supervisor } from './supervisor.ts'

/** Answers every path; the first process spins from the path /spin on. */
const program = `
import { createServer } from 'node:http'
createServer((request, response) => {
  if (process.env.LMS_LACKS) response.statusCode = 503
  if (request.url === '/spin') for (;;);
  response.end(process.env.LMS_LACKS ?? 'ok')
}).listen(Number(process.env.LMS_PORT), '127.0.0.1')`

test('a process that is never ready is given up, with its last answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standing-'))
  const main = join(folder, 'main.mjs')
  await writeFile(main, program)
  const [port] = await freePorts(1)
  const part = childPart({
    name: 'trial',
    main: pathToFileURL(main),
    env: { LMS_PORT: String(port), LMS_LACKS: '{"nats":false}' },
    log: join(folder, 'log'),
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    deadlineMs: 3000,
  })
  try {
    const start = part.start(() => {}, new AbortController().signal)
    await expect(start).rejects.toThrow('was not ready within 3 s: 503 {"nats":false}')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)

test('a process that spins is killed and answers again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standing-'))
  const main = join(folder, 'main.mjs')
  await writeFile(main, program)
  const [port] = await freePorts(1)
  const base = `http://127.0.0.1:${port}`
  const reports: string[] = []
  const supervisor = new Supervisor(
    { spawned: () => {}, changed: () => {}, report: (_, line) => void reports.push(line) },
    10,
  )
  try {
    const spec = { name: 'trial', main: pathToFileURL(main), env: { LMS_PORT: String(port) } }
    const files = { log: join(folder, 'log'), readyUrl: `${base}/readyz` }
    await supervisor.start(childPart({ ...spec, ...files, patienceMs: 2000 }))
    const { trial: first } = supervisor.pids
    const spinning = fetch(`${base}/spin`).catch(() => 'cut off')
    expect(await spinning).toBe('cut off')
    await eventually('another process', () => (supervisor.pids.trial ?? first) !== first, 60_000)
    expect(reports[0]).toBe('answers nobody although it runs; it is killed')
    expect((await fetch(base)).ok).toBe(true)
  } finally {
    await supervisor.stop([['trial']])
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
