// Large HTML is sanitized in a thread of its own: 200 KB of `<` take 0.1 s of a processor, in which a process could answer
// nobody.
import { type Cleaned, cleaned, type HtmlPart } from './html.ts'
import { TurnsThread } from './turns-thread.ts'

/** Characters of HTML that take less than a millisecond, whatever they are. */
const small = 1000

export interface Sanitized {
  parts: Cleaned[]
  /** Of the thread's processor. */
  milliseconds: number
}

const thread = new TurnsThread<readonly HtmlPart[], Sanitized>(
  new URL('./sanitizing-thread.ts', import.meta.url),
  { longest: 10_000, maxWaiting: 20, maxOfSchool: 5 },
)

/**
 * What remains of the parts, in their order. Throws `TooDear` when they cannot be read in time, and refuses with too_busy
 * where too many texts wait; with `patient`, as tasks ask, never because others wait.
 */
export async function sanitize(
  parts: readonly HtmlPart[],
  school: string,
  waits: { patient?: boolean } = {},
): Promise<Sanitized> {
  const characters = parts.reduce((sum, { html }) => sum + html.length, 0)
  return characters <= small
    ? { parts: parts.map(cleaned), milliseconds: 0 }
    : thread.run(parts, school, waits)
}
