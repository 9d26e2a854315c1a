// Which hits of the links of a message are made by people. Pure.
import { hiddenLink, opening, prefetch } from './tracked-token.ts'

export interface Hit {
  /** The number of a link; or of the opening, or of the hidden link. */
  readonly number: number
  readonly at: string
  readonly machine: boolean
  readonly told: boolean
}

/** A program that checks a mail follows its links so soon after it was sent. */
const scanMs = 5_000
/** A program follows the hidden link in the same pass as the others. */
const passMs = 10_000
/** Nobody clicks on three links in two seconds. */
export const burst = { links: 3, ms: 2_000 }
/** So long after a hit it is known whether others came with it. */
export const judgeAfterMs = passMs

export const isScan = (sentAt: string | null, now: string): boolean =>
  sentAt === null || Date.parse(now) - Date.parse(sentAt) < scanMs

/** What is to be told of hits, and which were made by a program after all. */
export function judged(hits: readonly Hit[]): {
  machine: number[]
  opened: Hit | null
  clicked: Hit[]
  prefetched: Hit | null
} {
  const prefetched = hits.find(({ number, told }) => number === prefetch && !told) ?? null
  const people = hits.filter(({ machine, number }) => !machine && number < hiddenLink)
  const hidden = hits.find(({ number }) => number === hiddenLink)
  const clicks = hits.filter(({ number }) => number < hiddenLink && number !== opening)
  const near = (one: Hit, other: Hit, ms: number) => Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= ms
  const isMachine = (hit: Hit) =>
    (hidden !== undefined && near(hit, hidden, passMs)) ||
    (hit.number !== opening && clicks.filter(other => near(hit, other, burst.ms)).length >= burst.links)
  const machine = people.filter(hit => !hit.told && isMachine(hit))
  const news = people.filter(hit => !hit.told && !machine.includes(hit))
  return {
    machine: machine.map(({ number }) => number),
    opened: news.find(({ number }) => number === opening) ?? null,
    clicked: news.filter(({ number }) => number !== opening),
    prefetched,
  }
}
