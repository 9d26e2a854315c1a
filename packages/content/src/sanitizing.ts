// HTML is sanitized in a thread: 200 KB of `<` take 0.1 s of a processor, in which a process could answer nobody.
import type { Cleaned, HtmlPart } from './html.ts'
import { InThread, type Sender } from './in-thread.ts'
import type { SanitizingJobs } from './sanitizing-thread.ts'

const thread = new InThread<SanitizingJobs>(new URL('./sanitizing-thread.ts', import.meta.url), {
  longest: 10_000,
  maxBytes: 4 * 1024 ** 2,
  maxWaitingBytes: 64 * 1024 ** 2,
  maxWaiting: 500,
  maxOfSchool: 64,
  maxOfLong: 5,
})

/**
 * What remains of the parts, in their order. Throws `TooDear` when they cannot be read in time, and refuses with too_busy
 * where too many texts wait.
 */
export const sanitize = async (parts: readonly HtmlPart[], sender: Sender): Promise<Cleaned[]> =>
  parts.length === 0 ? [] : thread.run('clean', parts, sender)
