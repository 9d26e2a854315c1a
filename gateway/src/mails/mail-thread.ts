// The thread of `read-mail.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { type ReadMail, readMail } from './mail.ts'

const jobs = {
  // A mail that no parser reads is shown as its source.
  read: (bytes: Uint8Array): Promise<ReadMail | null> => readMail(Buffer.from(bytes)).catch(() => null),
}
export type MailJobs = typeof jobs

answerJobs(jobs)
