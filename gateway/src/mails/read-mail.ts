// Caught mails are read in a thread, when the operator looks at them: their contents are those of schools.
import { InThread, TooDear } from '@lms/content/in-thread'
import type { ReadMail } from './mail.ts'
import type { CaughtMail } from './mail-ring.ts'
import type { MailJobs } from './mail-thread.ts'

const thread = new InThread<MailJobs>(new URL('./mail-thread.ts', import.meta.url), {
  ...{ longest: 5000, maxWaiting: 200, maxOfSchool: 200, maxOfLong: 50 },
  maxBytes: 8 * 1024 ** 2,
})

const readMails = new WeakMap<CaughtMail, ReadMail>()
const unreadable = ({ from, to }: CaughtMail): ReadMail => ({
  ...{ from, to: to.join(', '), subject: '', html: null, text: null, attachments: [], links: [] },
})

/** What a mail says; of one that takes too long, or is none, the addresses of its envelope. */
export async function readCaught(mail: CaughtMail): Promise<ReadMail> {
  const before = readMails.get(mail)
  if (before) return before
  const read = await thread
    .run('read', mail.source, { school: 'operator', patient: true })
    .catch((error): null => {
      if (error instanceof TooDear) return null
      throw error
    })
  const result = read ?? unreadable(mail)
  readMails.set(mail, result)
  return result
}
