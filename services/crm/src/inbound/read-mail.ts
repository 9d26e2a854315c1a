// Mails are read in a thread of their own, which a deadline ends: one of 480 KB with 80,000 receivers takes 350 ms, and
// everybody who got a mail of the school may send one to its return path.
import { TooDear, TurnsThread } from '@lms/content/turns-thread'
import type { Report } from './mail.ts'

const thread = new TurnsThread<Uint8Array, Report>(new URL('./mail-thread.ts', import.meta.url), {
  ...{ longest: 2000, maxWaiting: 50, maxOfSchool: 10, maxOfLong: 10 },
  resourceLimits: { maxOldGenerationSizeMb: 128 },
})

/** Reads a mail; one that takes too long is `none`. How many wait is bounded by the gateway's share of callbacks. */
export const readMailApart = (bytes: Uint8Array, school: string): Promise<Report> =>
  thread.run(bytes, school, { patient: true }).catch((error): Report => {
    if (error instanceof TooDear) return { kind: 'none' }
    throw error
  })
