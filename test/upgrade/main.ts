// `npm run upgrade`: the last release and this one run mixed under load, forward and back, and nothing that was
// acknowledged may be lost, doubled or refused.
//
//   npm run upgrade -- [--seconds 20] [--schools 2] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '@lms/testing/random'
import { root } from '../architecture/sources.ts'
import { startReceivers } from '../faults/receivers.ts'
import { School } from '../faults/school.ts'
import { outboxesAreEmpty } from '../faults/system.ts'
import { unpackRelease } from './release.ts'
import { MixedSystem } from './system.ts'

const { values } = parseArgs({
  options: {
    /** How long clients work in each step. */
    seconds: { type: 'string', default: '20' },
    schools: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const random = randomFrom(Number(values.seed))
const clientsPerSchool = 3

const folder = mkdtempSync(join(tmpdir(), 'lms-upgrade-'))
const system = new MixedSystem(folder)
const receivers = await startReceivers()
const schools: School[] = []

/** Clients work while the step is done, and some time after; then all that they did is checked. */
async function underLoad(name: string, step: () => Promise<unknown> = async () => {}): Promise<void> {
  const stop = new AbortController()
  const working = Promise.all(
    schools.flatMap(({ clients }) => clients).map(client => client.work(stop.signal)),
  )
  working.catch(() => {})
  const began = performance.now()
  try {
    await step()
    await pause(Number(values.seconds) * 1000)
  } finally {
    stop.abort()
  }
  await working
  for (const school of schools) await school.checkRound()
  if (receivers.forged.length) throw new Error(`Signatures did not fit: ${receivers.forged}`)
  const sum = (of: (school: School) => number) => schools.reduce((total, school) => total + of(school), 0)
  const changes = sum(({ record }) => record.changes.length)
  const repeated = sum(({ clients }) => clients.reduce((total, client) => total + client.repeated, 0))
  say(
    `${name}: ${((performance.now() - began) / 1000).toFixed(0)} s; ${changes} changes, ${repeated} repeated`,
  )
}

try {
  say(`--seed ${values.seed}`)
  const version = unpackRelease(join(folder, 'release'))
  say(`release ${version} is unpacked`)
  await system.open()
  await system.add('last', join(folder, 'release'))
  await system.add('new', root)
  await system.migrate('last')
  await system.start('last')
  for (let index = 0; index < Number(values.schools); index++) {
    const randoms = Array.from({ length: clientsPerSchool }, () => random.fork())
    schools.push(await School.open(system, `school-${index}`, receivers, randoms))
  }
  await underLoad(`${version} alone`)
  await underLoad('migrated', () => system.migrate('new'))
  await underLoad('both', () => system.start('new'))
  await underLoad(`this one alone`, () => system.stop('last'))
  await underLoad('both again', () => system.start('last'))
  await underLoad(`back to ${version}`, () => system.stop('new'))
  for (const school of schools) await school.checkAll()
  await outboxesAreEmpty(system)
  say('Nothing was lost, doubled or refused.')
} catch (error) {
  say((error as Error).stack ?? String(error))
  process.exitCode = 1
} finally {
  receivers.close()
  await system.close()
  rmSync(folder, { recursive: true, force: true })
}
