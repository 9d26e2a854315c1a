// A provider of text messages or pushes behind HTTP: signed JSON by POST (Standard Webhooks). `webhook-id` is the message,
// so that the provider recognizes a repetition.
import {
  BlockedAddressError,
  beginningOf,
  createResolver,
  guardedFetch,
  ResolveError,
  signedHeaders,
} from '@lms/service-host/outside'
import { z } from 'zod'
import { policyOf } from './settings.ts'
import type { Outcome, Transport } from './transport.ts'

const deadlineMs = 15_000
const maxAnswerBytes = 10_000
const resolver = createResolver({})

/** What the provider may say of a message that it has not taken. */
const Answer = z.object({
  status: z.enum(['sent', 'delivered', 'refused', 'deferred']).optional(),
  permanent: z.boolean().optional(),
  message: z.string().optional(),
})

export const httpProvider = (kind: 'sms' | 'push'): Transport => ({
  repeats: true,
  async handOver({ id, to, subject, text, unsubscribeUrl }, context): Promise<Outcome> {
    const { url } = context.settings[kind]
    const secret = context.secret(`${kind}.secret`)
    if (!url || !secret)
      return { status: 'deferred', answer: `The school has no provider: ${kind} of its settings.` }
    const body = JSON.stringify({ id, kind, to, title: subject, text, unsubscribe_url: unsubscribeUrl })
    const now = context.runtime.clock.now()
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(deadlineMs)])
    try {
      const response = await guardedFetch({ policy: policyOf(context.runtime), resolver })(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(id, now, body, secret) },
        body,
        signal,
      })
      const { text: answerText } = await beginningOf(response, maxAnswerBytes)
      return outcomeOf(response.status, answerText)
    } catch (error) {
      const answer = wrongAddress(error)
      if (answer === null) throw error
      return { status: 'deferred', answer }
    }
  },
})

/** What the school is told of an address to which nothing was sent; null for another error. */
function wrongAddress(error: unknown): string | null {
  if (error instanceof BlockedAddressError)
    return `The address of the provider cannot be used: ${error.range ?? error.problem}.`
  if (error instanceof ResolveError) return `The name of the provider is not resolved: ${error.code}.`
  return null
}

/** 2xx is a message that it has, 408, 425, 429 and 5xx one that it does not take now, 404 and 410 a receiver who is gone. */
function outcomeOf(status: number, text: string): Outcome {
  const parsedAnswer = parsed(text)
  const answer = `${status} ${parsedAnswer?.message ?? text}`.replace(/\s+/g, ' ').trim().slice(0, 500)
  const isGone = status === 404 || status === 410 || parsedAnswer?.permanent === true
  if (
    status >= 200 &&
    status < 300 &&
    parsedAnswer?.status !== 'refused' &&
    parsedAnswer?.status !== 'deferred'
  )
    return { status: 'sent', delivered: parsedAnswer?.status === 'delivered', answer }
  const later =
    status < 300
      ? parsedAnswer?.status === 'deferred'
      : [401, 403, 408, 425, 429].includes(status) || status >= 500
  if (later) return { status: 'deferred', answer }
  return { status: 'refused', bounce: isGone ? 'hard' : 'soft', answer }
}

function parsed(text: string): z.infer<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(text))
  } catch {
    return null
  }
}
