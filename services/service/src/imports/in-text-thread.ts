// Texts with delimiters that somebody uploaded are read in a thread: their encoding, their records.
import { ArchiveRefused } from '@lms/archive'
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import type { TextJobs } from './text-thread.ts'

const thread = new InThread<TextJobs>(new URL('./text-thread.ts', import.meta.url), {
  ...{ longest: 10_000, long: 1000, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 5 },
  ...{ maxBytes: 1024 ** 2, maxWaitingBytes: 64 * 1024 ** 2 },
  errors: [ArchiveRefused],
})

/** What a job makes of an input. Throws `ArchiveRefused`, also for what takes too long. */
export async function inTextThread<K extends keyof TextJobs>(
  job: K,
  input: Parameters<TextJobs[K]>[0],
  sender: Sender,
): Promise<Awaited<ReturnType<TextJobs[K]>>> {
  try {
    return await thread.run(job, input, sender)
  } catch (error) {
    throw error instanceof TooDear ? new ArchiveRefused('The file takes too long to be read.') : error
  }
}
