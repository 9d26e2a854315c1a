// The thread of `in-report-thread.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { maxLines, type Provider } from './import.contract.ts'
import { readReport } from './report.ts'

interface Given {
  csv: string
  provider: Provider
  zone: string | null
}

const jobs = {
  /** One line more than a report may have says that it is too long. */
  report: ({ csv, provider, zone }: Given) => readReport(csv, provider, zone)?.slice(0, maxLines + 1) ?? null,
}
export type ReportJobs = typeof jobs

answerJobs(jobs)
