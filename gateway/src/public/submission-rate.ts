// How often one network sends a form of a school: more than people do is the work of a program.
import { common, Refused } from '@lms/contract'
import { type Level, retryAfter } from '../limits/token-bucket.ts'
import type { Visit } from './route.ts'

const usualRate = { rate: 1 / 60, burst: 20 }
/** At the start of a sale many people of one company, or of one mobile network, order within minutes. */
export const orderRate = { rate: 1 / 6, burst: 60 }

/** Counts a submission of a form; the level of a bucket that is empty, or null. All gateways count as one. */
export function countSubmission(
  { exchange, school, parts }: Visit,
  form: string,
  rate = usualRate,
): Level | null {
  const name = `form ${school.school_id} ${form} ${exchange.network}`
  return parts.submissions.take([[name, rate]]).refused
}

/** The same, and refuses with rate_limited. */
export function limitSubmissions(visit: Visit, form: string, rate: typeof usualRate): void {
  refuseAt(countSubmission(visit, form, rate))
}

/** Takes a token of each of these buckets, or refuses with rate_limited. */
export function limitBy(
  { submissions }: Visit['parts'],
  buckets: Parameters<Visit['parts']['submissions']['take']>[0],
): void {
  refuseAt(submissions.take(buckets).refused)
}

function refuseAt(level: Level | null): void {
  if (!level) return
  throw new Refused(common.rate_limited, undefined, { headers: { 'retry-after': String(retryAfter(level)) } })
}
