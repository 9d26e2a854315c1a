// Texts of strangers for every reader: each is read or refused as declared, and no turn of the process is long. The long form
// reads a million.
import { env } from 'node:process'
import { catalog } from '@lms/agent'
import { ArchiveRefused } from '@lms/archive'
import { TooDear } from '@lms/content/in-thread'
import { Refused } from '@lms/contract'
import { turnWatch, watchTurns } from '@lms/service-host/front'
import { testSeed } from '@lms/testing'
import fc from 'fast-check'
import { pino } from 'pino'
import { type Reader, readers } from './readers.ts'

const isLong = env.LMS_TEST_LONG === '1'
/** Texts in all; a variable has it take fewer, to see how fast they are. */
const texts = isLong ? Number(env.LMS_TEST_TEXTS ?? 1_000_000) : 600
/** Texts of a reader that are under way at once. */
const workers = 4

const refusals = [Refused, ArchiveRefused, TooDear]
const isDeclared = (error: unknown) =>
  refusals.some(each => error instanceof each) && !(error instanceof Refused && error.refusal.status === 500)

let endWatch: () => void
beforeAll(async () => {
  // Modules are loaded once, with the first question.
  await catalog()
  endWatch = watchTurns(pino({ level: 'silent' }))
})
afterAll(() => endWatch())

/** Reads texts one after the other; gives how many were refused. */
async function attack({ name, reads }: Reader, worker: number): Promise<number> {
  let refused = 0
  const work = { operation: name, school: `sch_${worker}`, requestId: '', charge: () => {} }
  const read = async (one: (sender: { school: string }) => unknown) => {
    try {
      await turnWatch.run(work, async () => one({ school: work.school }))
    } catch (error) {
      if (!isDeclared(error)) throw error
      refused++
    }
  }
  const numRuns = Math.ceil(texts / readers.length / workers)
  await fc.assert(fc.asyncProperty(reads, read), { seed: testSeed + worker, numRuns })
  return refused
}

test.each(readers.map(reader => [reader.name, reader] as const))(
  '%s are read or refused',
  async (_, reader) => {
    const before = { ...turnWatch.figures }
    const refused = await Promise.all(Array.from({ length: workers }, (_, worker) => attack(reader, worker)))
    if (isLong)
      process.stdout.write(
        `${reader.name}: ${refused.reduce((sum, each) => sum + each)} of ${texts / readers.length} refused, ` +
          `${turnWatch.figures.long} long turns so far, ${turnWatch.figures.longest} ms at most\n`,
      )
    // How long a turn takes depends on the machine, too: the short form only reads.
    if (isLong) expect(turnWatch.figures).toEqual(before)
  },
  isLong ? 24 * 3_600_000 : 120_000,
)
