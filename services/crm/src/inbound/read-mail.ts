// Mails are read in a thread, which a deadline ends: one of 480 KB with 80,000 receivers takes 350 ms, and everybody who got
// a mail of the school may send one to its return path.
import { InThread, TooDear } from '@lms/content/in-thread'
import type { Report } from './mail.ts'
import type { MailJobs } from './mail-thread.ts'

const thread = new InThread<MailJobs>(new URL('./mail-thread.ts', import.meta.url), {
  ...{ longest: 2000, maxWaiting: 50, maxOfSchool: 10, maxOfLong: 10 },
  maxBytes: 2 * 1024 ** 2,
})

/** Reads a mail; one that takes too long is `none`. How many wait is bounded by the gateway's share of callbacks. */
export const readMailInThread = (bytes: Uint8Array, school: string): Promise<Report> =>
  thread.run('read', bytes, { school, patient: true }).catch((error): Report => {
    if (error instanceof TooDear) return { kind: 'none' }
    throw error
  })
