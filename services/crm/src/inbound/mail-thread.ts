// The thread of `read-mail.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { type Report, readMail } from './mail.ts'

const nothing: Report = { kind: 'none' }
const jobs = {
  // Bounds of the parser, parts in parts: nobody writes such a mail.
  read: (bytes: Uint8Array): Promise<Report> => readMail(Buffer.from(bytes)).catch(() => nothing),
}
export type MailJobs = typeof jobs

answerJobs(jobs)
