// One HTTP call of a scenario: signed JSON, an answer of which a few values are kept.
import { cut } from '@lms/contract'
import {
  type AddressPolicy,
  BlockedAddressError,
  beginningOf,
  createResolver,
  guardedFetch,
  signedHeaders,
} from '@lms/service-host/outside'
import type { NodeOf, RunData } from '../graph/node.ts'

const deadlineMs = 10_000
const maxBytes = 64 * 1024
const longestText = 500
const resolver = createResolver({})

export interface Call {
  /** The same for each try: the receiver recognizes a repetition by it. */
  key: string
  url: string
  body: object
  secret: string
}

/** What came of a call: `again` says whether another try may succeed. */
export type Called = { status: number; text: string } | { reason: string; again: boolean }

/** Sends it. Never throws for what the receiver does. */
export async function send(
  { key, url, body, secret }: Call,
  {
    policy,
    now,
    requestId,
    signal,
  }: { policy: AddressPolicy; now: Date; requestId: string; signal: AbortSignal },
): Promise<Called> {
  const text = JSON.stringify(body)
  try {
    const response = await guardedFetch({ policy, resolver })(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'open-school-scenarios/1',
        'idempotency-key': key,
        'x-request-id': requestId,
        ...signedHeaders(key, now, text, secret),
      },
      body: text,
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    })
    const answer = await beginningOf(response, maxBytes)
    const { status } = response
    if (status >= 200 && status < 300)
      return answer.isComplete ? { status, text: answer.text } : { reason: 'answer_too_large', again: false }
    return { reason: `http_${status}`, again: status >= 500 || [408, 425, 429].includes(status) }
  } catch (error) {
    if (error instanceof BlockedAddressError) return { reason: 'address_refused', again: false }
    if ((error as Error).name === 'TimeoutError') return { reason: 'timeout', again: true }
    return { reason: 'no_connection', again: true }
  }
}

/** The values of a JSON answer that a node keeps. What is not there, or is no text, number or truth value, is left out. */
export function savedOf({ save }: Pick<NodeOf<'http'>, 'save'>, text: string): RunData {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return {}
  }
  const entries = save.flatMap(({ name, path }): [string, RunData[string]][] => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (within, key) => (isThing(within) && Object.hasOwn(within, key) ? within[key] : undefined),
        answer,
      )
    if (typeof value === 'string') return [[name, plainText(value)]]
    return typeof value === 'boolean' || Number.isFinite(value) ? [[name, value as number | boolean]] : []
  })
  return Object.fromEntries(entries)
}

/** The beginning of a text, as the database takes it: without zero characters and halves of characters. */
const plainText = (text: string): string => cut(text.replaceAll('\0', ''), longestText).toWellFormed()

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
