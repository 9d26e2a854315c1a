// Imports of people into one school: rows a second, CPU of a row and memory by process, and what another school notices.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@lms/api'
import { type Ready, startUp } from '@lms/testing'
import { gatewayOf } from '@lms/testing/gateway'
import { cpuOf } from '../cpu.ts'
import { median } from '../load.ts'
import { residentOf } from '../memory/resident.ts'
import { type Noticed, neighbourAt } from '../neighbours/neighbour.ts'
import { schoolBeside } from '../neighbours/sections.ts'
import { liftLimits } from '../running.ts'
import { printTable } from '../webhooks/table.ts'

/** From the order of an import to the first measured answer beside it. */
const settleMs = 3000
const lookMs = 500

interface Run {
  name: string
  rows: number
  seconds: number
  counts: unknown
  /** CPU milliseconds of a row, by process. */
  cpu: Record<string, number>
  /** Resident MiB before, and at most. */
  before: Record<string, number>
  most: Record<string, number>
}

export async function importsSection({
  rows,
  rounds,
  seconds,
}: {
  rows: number
  rounds: number
  seconds: number
}) {
  const up = await startUp({ processes: true })
  try {
    await liftLimits(up.ready, up.installation)
    const { place: endpoint } = await schoolBeside(gatewayOf(up), 'Quiet')
    const neighbour = await neighbourAt(endpoint)
    try {
      const runs = [
        await importOf(up.ready, 'a dry run', { from: 0, rows, dry_run: true }),
        await importOf(up.ready, 'a run', { from: 0, rows, dry_run: false }),
      ]
      printRuns(runs)
      await quiet(up.ready.pids)
      await neighbour.notices(2)
      const pairs: { alone: Noticed; beside: Noticed }[] = []
      for (let round = 1; round <= rounds; round++) {
        const alone = await neighbour.notices(seconds)
        let isOver = false
        const file = { from: round * rows, rows, dry_run: false }
        const over = importOf(up.ready, `beside ${round}`, file).finally(() => {
          isOver = true
        })
        await pause(settleMs)
        const beside = await neighbour.notices(seconds)
        if (isOver) throw new Error('The import ended before its neighbour was measured: --rows takes more.')
        printRuns([await over])
        await quiet(up.ready.pids)
        pairs.push({ alone, beside })
      }
      printPairs(pairs)
      return { runs, pairs }
    } finally {
      await neighbour.close()
    }
  } finally {
    await up.stop()
  }
}

/** Resolves when all processes together need less than a fifth of a core: what the events of an import cause is done. */
async function quiet(pids: Readonly<Record<string, number>>): Promise<void> {
  for (let isQuiet = false; !isQuiet; ) {
    const before = cpuOf(Object.values(pids))
    await pause(2000)
    isQuiet = cpuOf(Object.values(pids)) - before < 400
  }
}

/** Uploads a file of people and imports it. */
async function importOf(
  { base_url, api_key, pids }: Ready,
  name: string,
  { from, rows, dry_run }: { from: number; rows: number; dry_run: boolean },
): Promise<Run> {
  const api = createClient({ baseUrl: base_url, apiKey: api_key })
  const lines = Array.from({ length: rows }, (_, n) => `person-${from + n}@school.example,Ann,Smith`)
  const bytes = Buffer.from(`email,first name,last name\n${lines.join('\n')}\n`)
  const file = { name: 'people.csv', content_type: 'text/csv', size: bytes.length }
  const { id: file_id, upload } = await api.files.start({ body: file })
  let sent = 0
  for (const { url, headers, size } of upload.parts) {
    const body = new Uint8Array(bytes.subarray(sent, sent + size))
    sent += size
    const answer = await fetch(url, { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(`A part was answered with ${answer.status}.`)
  }
  await api.files.complete({ path: { id: file_id } })
  while ((await api.files.get({ path: { id: file_id } })).status !== 'ready') await pause(lookMs)
  const look = () =>
    Object.fromEntries(
      Object.entries(pids).map(([part, pid]) => [part, residentOf(pid, part === 'postgres').pss]),
    )
  const spent = () => Object.entries(pids).map(([part, pid]) => [part, cpuOf([pid])] as const)
  const before = look()
  const most = { ...before }
  const cpu = spent()
  const began = performance.now()
  const { id } = await api.imports.create({ body: { file_id, dry_run } })
  for (;;) {
    await pause(lookMs)
    for (const [part, mib] of Object.entries(look())) most[part] = Math.max(most[part]!, mib)
    const { status, counts } = await api.imports.get({ path: { id } })
    if (status === 'failed') throw new Error(`The import ${name} has failed.`)
    if (status !== 'finished') continue
    const after = new Map(spent())
    return {
      ...{ name, rows, counts, before, most, seconds: (performance.now() - began) / 1000 },
      cpu: Object.fromEntries(cpu.map(([part, ms]) => [part, (after.get(part)! - ms) / rows])),
    }
  }
}

function printRuns(runs: readonly Run[]) {
  for (const { name, rows, seconds, cpu, before, most, counts } of runs)
    printTable(
      `${name} of ${rows} rows: ${(rows / seconds).toFixed(0)} rows a second, ${JSON.stringify(counts)}`,
      ['', 'CPU ms a row', 'MiB before', 'at most'],
      Object.keys(cpu).map(part => [part, cpu[part]!, before[part]!, most[part]!]),
    )
}

function printPairs(pairs: readonly { alone: Noticed; beside: Noticed }[]) {
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
  printTable(
    'A school beside an import of another: 50 requests a second, medians',
    ['', 'p50', 'p99', 'errors', 'delivery', 'export s'],
    (['alone', 'beside'] as const).map(when => [
      when,
      middle(pair => pair[when].p50),
      middle(pair => pair[when].p99),
      middle(pair => pair[when].errors),
      middle(pair => pair[when].deliveryP99),
      middle(pair => pair[when].exportSeconds),
    ]),
  )
  process.stdout.write(
    `p99 beside / alone: ${middle(({ alone, beside }) => beside.p99 / alone.p99).toFixed(2)}\n`,
  )
}
