// Reports of attendance are read in a thread: 400 KB of commas take 0.2 s of a processor.
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import { Refused } from '@lms/contract'
import { maxCharacters, type Provider, refusals } from './import.contract.ts'
import type { Report } from './report.ts'
import type { ReportJobs } from './report-thread.ts'

const thread = new InThread<ReportJobs>(new URL('./report-thread.ts', import.meta.url), {
  ...{ longest: 5000, long: 500, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 5 },
  ...{ maxBytes: 2 * maxCharacters, maxWaitingBytes: 32 * 1024 ** 2 },
})

/**
 * A report with one line more than it may have at most. null: it has no table with known columns. `no_contact`: it names
 * people by name alone.
 */
export async function readInThread(
  report: { csv: string; hint: Provider | null; zone: string | null },
  sender: Sender,
): Promise<Report | 'no_contact' | null> {
  try {
    return await thread.run('report', report, sender)
  } catch (error) {
    throw error instanceof TooDear ? tooDear() : error
  }
}

const tooDear = () =>
  new Refused(
    refusals.report_unreadable,
    'The report takes too long to be read. Save its table alone as CSV, or split it.',
  )
