// The thread of `in-report-thread.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { maxLines, type Provider } from './import.contract.ts'
import { type Report, readReport } from './report.ts'

interface Job {
  csv: string
  hint: Provider | null
  zone: string | null
}

const jobs = {
  report: ({ csv, hint, zone }: Job): Report | 'no_contact' | null => {
    const report = readReport(csv, { hint, zone })
    if (report === null || report === 'no_contact') return report
    // One line more than a report may have says that it is too long.
    return { ...report, lines: report.lines.slice(0, maxLines + 1) }
  },
}
export type ReportJobs = typeof jobs

answerJobs(jobs)
