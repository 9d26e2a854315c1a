// A real process that spins is killed and started again.
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
  if (request.url === '/spin') for (;;);
  response.end('ok')
}).listen(Number(process.env.LMS_PORT), '127.0.0.1')`

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
