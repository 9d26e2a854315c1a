// A demo school that was just filled, with many rows and large files, leaves one installation and comes to another one: two
// `lms up`, whose processes need no memory that grows with the archive. Only in the long form: it takes some minutes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type LmsClient } from '@lms/api'
import { eventually, randomBytes, scratchFolder, startUp, type Up } from '@lms/testing'
import { Operator } from '../../packages/cli/src/operator/operator.ts'
import { unzip } from '../../services/service/src/testing/unzip.ts'
import { runLms } from './restoring.ts'

const mebibyte = 2 ** 20
const fileBytes = 50 * mebibyte
const files = 8
const people = 20_000
/**
 * MiB by which the memory of a process may grow, with what it loads for its first archive and what the collector leaves; it was
 * 217 with half of these files.
 */
const mostGrowth = 270

const clientOf = (up: Up, apiKey = up.ready.api_key): LmsClient =>
  createClient({ baseUrl: up.ready.base_url, apiKey })

async function upload(api: LmsClient, file: { name: string; content_type: string }, bytes: Buffer) {
  const { id, upload } = await api.files.start({ body: { ...file, size: bytes.length } })
  let from = 0
  for (const { url, headers, size } of upload.parts) {
    const body = new Uint8Array(bytes.subarray(from, from + size))
    const { status } = await fetch(url, { method: 'PUT', headers, body })
    if (status !== 204) throw new Error(`A part was answered with ${status}.`)
    from += size
  }
  await api.files.complete({ path: { id } })
  await eventually('the file', async () => (await api.files.get({ path: { id } })).status === 'ready', 60_000)
  return id
}

async function fill(api: LmsClient): Promise<void> {
  for (let number = 0; number < files; number++)
    await upload(
      api,
      { name: `talk-${number}.bin`, content_type: 'application/octet-stream' },
      Buffer.alloc(fileBytes, randomBytes(99_991)),
    )
  const rows = Array.from({ length: people }, (_, number) => `person-${number}@school.example,Ann ${number}`)
  const text = Buffer.from(`email,first name\r\n${rows.join('\r\n')}\r\n`)
  const file_id = await upload(api, { name: 'people.csv', content_type: 'text/csv' }, text)
  const { id } = await api.imports.create({ body: { file_id } })
  await eventually(
    'the import',
    async () => (await api.imports.get({ path: { id } })).status === 'finished',
    600_000,
  )
}

async function archiveOf(api: LmsClient): Promise<Buffer> {
  const { id } = await api.fullExports.create({})
  const ready = await eventually(
    'the archive',
    async () => {
      const job = await api.exports.get({ path: { id } })
      if (job.status === 'failed') throw new Error(`The archive has failed: ${job.failure}`)
      return job.status === 'finished' && job
    },
    600_000,
  )
  const answer = await fetch(ready.download_url!)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const residentOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Runs it, and tells by how many MiB the processes have grown that take part. */
async function growthDuring<T>({ ready }: Up, run: () => Promise<T>): Promise<[T, Record<string, number>]> {
  const names = ['service', 'site', 'users', 'webhooks', 'gateway']
  const look = () => names.map(name => residentOf(ready.pids[name]!))
  const before = look()
  let most = before
  const looking = setInterval(() => {
    most = look().map((mib, index) => Math.max(mib, most[index]!))
  }, 100)
  try {
    const done = await run()
    return [done, Object.fromEntries(names.map((name, at) => [name, Math.round(most[at]! - before[at]!)]))]
  } finally {
    clearInterval(looking)
  }
}

/** What a restored school has anew, and the records of the restore and of the archives. */
const differing = [
  'manifest.json',
  // Addresses are hashed with the installation's key.
  'rows/crm/suppressions/00001.jsonl',
  'rows/learning/badge_keys/00001.jsonl',
  'rows/service/audit_log/00001.jsonl',
]

/** What waits is being done in both installations, and differs from moment to moment. */
const isWaiting = (name: string) => /^rows\/(\w+\/tasks|crm\/segment_checks)\//.test(name)

test('a demo school moves with all it has, in little memory', async () => {
  const folder = scratchFolder()
  const there = await startUp({ folder: folder.path, processes: true })
  let before: Buffer
  try {
    await fill(clientOf(there))
    const [archive, growth] = await growthDuring(there, () => archiveOf(clientOf(there)))
    before = archive
    process.stdout.write(
      `an archive of ${Math.round(archive.length / mebibyte)} MiB: ${JSON.stringify(growth)}\n`,
    )
    expect(archive.length).toBeGreaterThan(files * fileBytes)
    expect(Math.max(...Object.values(growth))).toBeLessThanOrEqual(mostGrowth)
  } finally {
    await there.stop()
  }
  const here = await startUp({ processes: true })
  try {
    // The school that is here has the host of the one that comes.
    const platform = new Operator(here.ready.operator_url, here.installation.operatorToken)
    await platform.addDomain(here.ready.school_id, 'other.localhost', true)
    const own = clientOf(here)
    const ownDomains = (await own.domains.list()).data.filter(({ host }) => host !== 'other.localhost')
    // Calls come by the shortest one.
    for (const { id } of ownDomains.sort((one, other) => other.host.length - one.host.length))
      await own.domains.delete({ path: { id } })
    const file = join(folder.path, 'archive.zip')
    await writeFile(file, before)
    const school = there.ready.school_id
    const operator = { url: here.ready.operator_url, token: here.installation.operatorToken }
    const [{ code, output }, growth] = await growthDuring(here, () =>
      runLms(operator, ['school', 'restore', file, '--school', school]),
    )
    expect(output).toContain('The school is back.')
    expect(code).toBe(0)
    process.stdout.write(`its restore: ${JSON.stringify(growth)}\n`)
    expect(Math.max(...Object.values(growth))).toBeLessThanOrEqual(mostGrowth)
    const { api_key } = await platform.issueKey(school, {
      ...{ name: 'Owner', role: 'owner', kind: 'integration', scope: ['*'] },
    })
    const after = await unzip(await archiveOf(clientOf(here, api_key)))
    const was = await unzip(before)
    const hashOf = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')
    const different = [...new Set([...was.keys(), ...after.keys()])].filter(
      name => !isWaiting(name) && hashOf(was.get(name)) !== hashOf(after.get(name)),
    )
    expect(different.sort()).toEqual(differing.sort())
  } finally {
    await here.stop()
    folder.remove()
  }
}, 1_800_000)
