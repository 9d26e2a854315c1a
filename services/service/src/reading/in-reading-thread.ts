// Workbooks that somebody uploaded are read in a thread.
import { ArchiveRefused, maxEntryBytes } from '@lms/archive'
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import type { ReadingJobs } from './reading-thread.ts'

const thread = new InThread<ReadingJobs>(new URL('./reading-thread.ts', import.meta.url), {
  ...{ longest: 10_000, long: 1000, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 5 },
  ...{ maxBytes: 3 * maxEntryBytes, maxMebibytes: 512 },
  errors: [ArchiveRefused],
})

/** What a job makes of an input. Throws `ArchiveRefused`, also for what takes too long. */
export async function inReadingThread<K extends keyof ReadingJobs>(
  job: K,
  input: Parameters<ReadingJobs[K]>[0],
  sender: Sender,
): Promise<Awaited<ReturnType<ReadingJobs[K]>>> {
  try {
    return await thread.run(job, input, sender)
  } catch (error) {
    throw error instanceof TooDear ? new ArchiveRefused('The workbook takes too long to be read.') : error
  }
}
