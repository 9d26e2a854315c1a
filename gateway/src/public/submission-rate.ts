// How often one network sends a form of a school: more than people do is the work of a program.
import { common, Refused } from '@lms/contract'
import { rateLimited } from '../limits/rate-limit.ts'
import { type Rate, retryAfter } from '../limits/token-bucket.ts'
import type { Visit } from './route.ts'

const usualRate = { rate: 1 / 60, burst: 20 }
/** At the start of a sale many people of one company, or of one mobile network, order within minutes. */
export const orderRate = { rate: 1 / 6, burst: 60 }

/**
 * Of visitors without a cookie nothing tells how long they were there. Few people have none, and programs that never
 * opened the page have none either.
 */
const withoutCookie = { rate: 1 / 300, burst: 5 }
/** All of these together, from whatever networks. */
const allWithoutCookie = { rate: 1 / 10, burst: 60 }

const formOf = ({ school }: Visit, form: string) => `form ${school.school_id} ${form}`

/** Counts a submission of a form; whether there were too many before. All gateways count as one. */
export function countSubmission(visit: Visit, form: string, { hasCookie }: { hasCookie: boolean }): boolean {
  const name = formOf(visit, form)
  const ofNetwork = `${name} ${visit.exchange.network}`
  const { refused } = visit.parts.submissions.take([
    [ofNetwork, usualRate],
    ...(hasCookie
      ? []
      : ([
          [`${ofNetwork} without cookie`, withoutCookie],
          [`${name} without cookie`, allWithoutCookie],
        ] as const)),
  ])
  return refused !== null
}

/** Counts what a network sends with a form of the gateway itself, and refuses with rate_limited. */
export function limitSubmissions(visit: Visit, form: string, rate: Rate): void {
  limitBy(visit.parts, [[`${formOf(visit, form)} ${visit.exchange.network}`, rate]])
}

/** Takes a token of each of these buckets, or refuses with rate_limited. */
export function limitBy(
  { submissions }: Visit['parts'],
  buckets: Parameters<Visit['parts']['submissions']['take']>[0],
): void {
  const level = submissions.take(buckets).refused
  if (!level) return
  throw new Refused(common.rate_limited, rateLimited(level), {
    headers: { 'retry-after': String(retryAfter(level)) },
  })
}
