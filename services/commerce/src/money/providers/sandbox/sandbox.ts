// The provider `test`: a payment network that moves no money. It keeps nothing: a reference contains the card's name and
// the key of the call, so a repeated call gives the same outcome. Its callbacks are signed and travel like another
// provider's.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Failure } from '../../../objects/payment.object.ts'
import {
  type Adapter,
  type Callback,
  type ChargeOutcome,
  ForgedCallback,
  type Notice,
  type SetUpOutcome,
} from '../adapter/adapter.ts'
import { cardByName, cardNumbered, savedOf } from './cards.ts'

/** Seconds between a charge and the callbacks that follow it. */
export const afterSeconds = { outcome: 10, dispute: 30 }
/** Seconds that a signed callback is accepted, as with Stripe. */
const tolerance = 300
export const signatureHeader = 'sandbox-signature'

const chargeReference = /^sandbox_([a-z-]+)_(.{1,200})$/s
const setUpReference = /^sandboxcard_([a-z-]+)_(.{1,200})$/s

const messages: Record<Failure['class'], string> = {
  declined: 'The bank declined the card.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  authentication_required: 'The bank wants the person to confirm the payment.',
  fraud: 'The charge was blocked as fraudulent.',
  unavailable: 'The provider is unavailable.',
  other: 'An error occurred while the card was processed.',
}
const failureOf = (of: Failure['class']): Failure => ({ class: of, message: messages[of] })
const unknownCard = { class: 'other', message: 'This is no card of the test provider.' } as const

const Event = z.object({
  type: z.enum([
    'charge.succeeded',
    'charge.failed',
    'dispute.opened',
    'dispute.won',
    'dispute.lost',
    'refund.succeeded',
    'refund.failed',
    'refund.made_there',
    'setup.succeeded',
    'setup.failed',
  ]),
  payment_id: z.string().nullable().default(null),
  reference: z.string(),
  refund_id: z.string().nullable().default(null),
  setup_id: z.string().nullable().default(null),
  amount: z.int().min(1).default(1),
})
type Event = z.infer<typeof Event>

const signed = (body: Buffer, at: number, secret: string) =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')

export const sandbox: Adapter = {
  kind: 'test',
  needs: ['webhook_secret'],
  makes: ['webhook_secret'],
  problemOf: (_, value) => (value.length < 16 ? 'must have at least 16 characters' : null),
  modeOf: () => 'test',
  page: 'form',
  form: {
    fields: [{ name: 'test_card', inputmode: 'numeric', autocomplete: 'off' }],
    read: ({ test_card = '' }) => {
      const testCard = cardNumbered(test_card)
      return testCard ? { choice: testCard.name } : { problem: 'no_test_card' }
    },
  },
  charge: async ({ source }, { key }): Promise<ChargeOutcome> => {
    const card = cardByName(source.kind === 'page' ? source.choice : source.reference)
    if (!card) return { status: 'failed', reference: null, failure: unknownCard }
    const reference = `sandbox_${card.name}_${key}`
    const outcome = source.kind === 'saved' ? (card.again ?? card.charge) : card.charge
    if (outcome === 'pending') return { status: 'pending', reference, redirect_url: null }
    if (outcome !== 'succeeded') return { status: 'failed', reference, failure: failureOf(outcome) }
    const saved = source.kind === 'page' && source.save ? savedOf(card) : null
    return { status: 'succeeded', reference, fee_amount: 0, saved }
  },

  setUp: async ({ choice }, { key }): Promise<SetUpOutcome> => {
    const card = cardByName(choice)
    if (!card) return { status: 'failed', reference: null, failure: unknownCard }
    const reference = `sandboxcard_${card.name}_${key}`
    const { charge: outcome } = card
    if (outcome === 'pending') return { status: 'pending', reference, redirect_url: null }
    if (outcome !== 'succeeded') return { status: 'failed', reference, failure: failureOf(outcome) }
    return { status: 'succeeded', reference, saved: savedOf(card) }
  },

  refund: async ({ reference }, { key }) => {
    const card = cardByName(chargeReference.exec(reference ?? '')?.[1] ?? null)
    if (!card)
      return {
        status: 'failed',
        reference: null,
        failure: { class: 'other', message: 'There is no such charge.' },
      }
    const own = `sandbox_${card.name}_${key}`
    if (card.refund !== 'failed') return { status: card.refund ?? 'succeeded', reference: own }
    return {
      status: 'failed',
      reference: own,
      failure: { class: 'declined', message: 'The bank refused the refund.' },
    }
  },

  readCallback: async callback => noticesOf(eventOf(callback)),

  fiscal: {
    issue: async ({ receipt_id, amount }, { key, now }) =>
      amount % 100 === refusedCents
        ? {
            status: 'failed',
            message: `The test service refuses receipts whose amount ends in ${refusedCents}.`,
          }
        : {
            status: 'issued',
            fiscal: {
              number: key,
              sign: createHmac('sha256', key).update(receipt_id).digest('hex').slice(0, 16),
              issued_at: now.toISOString().replace('Z', '+00:00'),
              url: null,
            },
          },
  },

  sandbox: {
    follows: outcome => {
      const saving = setUpReference.exec(outcome.reference ?? '')?.[1]
      if (saving)
        return outcome.status === 'pending'
          ? [
              {
                afterSeconds: afterSeconds.outcome,
                event: saving === 'pending-then-fails' ? 'setup.failed' : 'setup.succeeded',
              },
            ]
          : []
      const card = cardByName(chargeReference.exec(outcome.reference ?? '')?.[1] ?? null)
      if (!card) return []
      if (card.name === 'refund-pending' && outcome.status === 'pending')
        return [{ afterSeconds: afterSeconds.outcome, event: 'refund.succeeded' }]
      if (outcome.status === 'pending')
        return [
          {
            afterSeconds: afterSeconds.outcome,
            event: card.name === 'pending-then-fails' ? 'charge.failed' : 'charge.succeeded',
          },
        ]
      if (outcome.status === 'succeeded' && 'saved' in outcome && card.disputed)
        return [{ afterSeconds: afterSeconds.dispute, event: 'dispute.opened' }]
      return []
    },
    callback: ({ event, secrets, now, ...about }) => {
      const body = Buffer.from(JSON.stringify({ type: event, ...about }))
      const at = Math.floor(now.getTime() / 1000)
      return {
        body,
        headers: { [signatureHeader]: `t=${at},v1=${signed(body, at, secrets.webhook_secret!)}` },
      }
    },
  },
}

/** The fiscal part refuses amounts that end in these two digits, so that a failure can be tried. */
export const refusedCents = 13

function eventOf({ body, headers, secrets, now }: Callback): Event | null {
  const [, at, sentSignature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers[signatureHeader] ?? '') ?? []
  if (!at || !sentSignature || !secrets.webhook_secret) throw new ForgedCallback('The signature is missing.')
  const ours = Buffer.from(signed(body, Number(at), secrets.webhook_secret), 'hex')
  if (!timingSafeEqual(ours, Buffer.from(sentSignature, 'hex')))
    throw new ForgedCallback('The signature is wrong.')
  if (Math.abs(now.getTime() / 1000 - Number(at)) > tolerance)
    throw new ForgedCallback('The signature is too old.')
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function noticesOf(event: Event | null): Notice[] {
  if (!event) return []
  const { type, payment_id, reference, refund_id, setup_id, amount } = event
  const made_there = null
  switch (type) {
    case 'charge.succeeded':
      return [
        {
          of: 'charge',
          payment_id,
          reference,
          outcome: { status: 'succeeded', reference, fee_amount: 0, saved: null },
        },
      ]
    case 'charge.failed':
      return [
        {
          of: 'charge',
          payment_id,
          reference,
          outcome: { status: 'failed', reference, failure: failureOf('declined') },
        },
      ]
    case 'refund.succeeded':
      return [{ of: 'refund', refund_id, reference, outcome: { status: 'succeeded', reference }, made_there }]
    case 'refund.made_there': {
      const there = { payment_id, payment_reference: reference, amount }
      const own = `${reference}_${amount}`
      const outcome = { status: 'succeeded', reference: own } as const
      return [{ of: 'refund', refund_id: null, reference: own, outcome, made_there: there }]
    }
    case 'refund.failed': {
      const failure = { class: 'declined', message: 'The bank refused the refund.' } as const
      const outcome = { status: 'failed', reference, failure } as const
      return [{ of: 'refund', refund_id, reference, outcome, made_there }]
    }
    case 'setup.succeeded': {
      // The sandbox keeps nothing: the reference says which card it is.
      const card = cardByName(setUpReference.exec(reference)?.[1] ?? null)
      const outcome = card && ({ status: 'succeeded', reference, saved: savedOf(card) } as const)
      return [{ of: 'setup', setup_id, reference, outcome }]
    }
    case 'setup.failed': {
      const outcome = { status: 'failed', reference, failure: failureOf('declined') } as const
      return [{ of: 'setup', setup_id, reference, outcome }]
    }
    case 'dispute.opened':
    case 'dispute.won':
    case 'dispute.lost': {
      const dispute = ({ 'dispute.opened': 'open', 'dispute.won': 'won', 'dispute.lost': 'lost' } as const)[
        type
      ]
      return [{ of: 'dispute', payment_id, reference, dispute, amount: null }]
    }
  }
}
