// The provider `stripe`, through its official library. Cards are entered on Stripe's own page (Checkout) and charged
// later off-session. Written from Stripe's public API reference; tests use a double of its HTTP (`stripe-double.ts`).
// The real service was never called.
import type { default as Stripe } from 'stripe'
import {
  type Adapter,
  type ChargeOutcome,
  type ChargeRequest,
  ForgedCallback,
  type RefundOutcome,
  type SetUpOutcome,
  type SetUpRequest,
} from '../adapter/adapter.ts'
import type { CallContext } from '../adapter/call-context.ts'
import { ownAmount, readSaved, stepProblem, stripeAmount } from './stripe.rules.ts'
import { answered, library } from './stripe-client.ts'
import { noticeOf, noticeOfSession, noticesOf } from './stripe-events.ts'
import { failureOf } from './stripe-failures.ts'
import { idOf } from './stripe-plan-events.ts'
import { stripePlans } from './stripe-plans.ts'
import { noticeOfSetUp } from './stripe-setups.ts'

/** Seconds that a signed callback is accepted: Stripe's own recommendation. */
const tolerance = 300

export const stripe: Adapter = {
  kind: 'stripe',
  needs: ['api_key', 'webhook_secret'],
  problemOf: (name, value) => {
    if (name === 'api_key')
      return /^(sk|rk)_(test|live)_\w{8,}$/.test(value) ? null : 'must be a secret key of Stripe: sk_live_…'
    return /^whsec_\S{8,}$/.test(value) ? null : 'must be the signing secret of the Stripe endpoint: whsec_…'
  },
  modeOf: ({ api_key = '' }) => (/^.k_live_/.test(api_key) ? 'live' : 'test'),
  page: 'redirect',

  charge: (request, context) => {
    const problem = stepProblem(request)
    if (problem) return Promise.resolve(refused(problem))
    return outcomeOfCall(context, client =>
      request.source.kind === 'saved'
        ? chargeSaved(request, request.source.reference, client, context.key)
        : openPage(request, request.source, client, context.key),
    )
  },

  setUp: (request, context) => outcomeOfCall(context, client => openCardPage(request, client, context.key)),

  refund: (request, context) =>
    outcomeOfCall(context, async (client): Promise<RefundOutcome> => {
      const { refund_id, payment_id, reference, amount, currency } = request
      if (reference === null) return refused('This payment has no charge at Stripe.')
      const problem = stepProblem({ amount, currency })
      if (problem) return refused(problem)
      const { id, status } = await client.refunds.create(
        {
          payment_intent: reference,
          amount: stripeAmount(amount, currency),
          metadata: { refund_id, payment_id },
        },
        { idempotencyKey: context.key },
      )
      return refundOutcome({ id, status })
    }),

  lookUpRefund: (reference, context) =>
    answered(
      context,
      async client => refundOutcome(await client.refunds.retrieve(reference)),
      () => null,
    ),

  lookUp: (reference, context) =>
    answered(
      context,
      client => (reference.startsWith('cs_') ? lookAtPage(reference, client) : look(reference, client)),
      () => null,
    ),

  closePage: (reference, context) =>
    answered(
      context,
      async client => {
        const page = await pageOf(reference, client)
        if (page === null) return null
        const seen = await lookAtPage(page, client)
        if (seen?.of !== 'charge') return null
        // Of a page that was paid or has run out, the outcome is known.
        if (seen.outcome.status !== 'pending' || seen.outcome.redirect_url === null) return seen
        const closed = noticeOfSession(await client.checkout.sessions.expire(page), unneeded)
        return closed?.of === 'charge' ? closed : null
      },
      () => null,
    ),

  plans: stripePlans,

  readCallback: async ({ body, headers, secrets, now }) => {
    const { webhooks } = await library()
    const header = headers['stripe-signature'] ?? ''
    let event: Stripe.Event
    try {
      event = webhooks.constructEvent(
        body,
        header,
        secrets.webhook_secret ?? '',
        tolerance,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      throw new ForgedCallback((error as Error).message)
    }
    return noticesOf(event)
  },
}

const look = async (intent: string, client: Stripe) =>
  intent.startsWith('seti_')
    ? noticeOfSetUp(await client.setupIntents.retrieve(intent, { expand: ['payment_method'] }))
    : noticeOf(await client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }))

/** The page of a charge; a declined card has given the charge the reference of its payment intent. */
async function pageOf(reference: string, client: Stripe): Promise<string | null> {
  if (reference.startsWith('cs_')) return reference
  const { data } = await client.checkout.sessions.list({ payment_intent: reference, limit: 1 })
  return data[0]?.id ?? null
}

async function lookAtPage(reference: string, client: Stripe) {
  const session = await client.checkout.sessions.retrieve(reference)
  const intent = idOf(session.payment_intent) ?? idOf(session.setup_intent)
  return session.status === 'complete' && intent ? look(intent, client) : noticeOfSession(session)
}

const unneeded = 'The order was closed or paid otherwise, and the page was closed.'

function refundOutcome({ id, status }: Pick<Stripe.Refund, 'id' | 'status'>): RefundOutcome {
  if (status === 'succeeded') return { status, reference: id }
  if (status === 'failed' || status === 'canceled')
    return { ...refused('Stripe could not return the money.'), reference: id }
  return { status: 'pending', reference: id }
}

const refused = (message: string) =>
  ({ status: 'failed', reference: null, failure: { class: 'other', message } }) as const

/** The outcome of a call, refusals of Stripe included; throws where the outcome is unknown. */
const outcomeOfCall = <Outcome extends ChargeOutcome | RefundOutcome | SetUpOutcome>(
  context: CallContext,
  call: (client: Stripe) => Promise<Outcome>,
): Promise<Outcome | ReturnType<typeof failed>> => answered(context, call, failed)

function failed(error: unknown) {
  const reference = (error as { payment_intent?: { id: string } }).payment_intent?.id ?? null
  return { status: 'failed', reference, failure: failureOf(error as Stripe.errors.StripeError) } as const
}

async function chargeSaved(
  { payment_id, amount, currency, description }: ChargeRequest,
  saved: string,
  client: Stripe,
  key: string,
): Promise<ChargeOutcome> {
  const intent = await client.paymentIntents.create(
    {
      amount: stripeAmount(amount, currency),
      currency: currency.toLowerCase(),
      ...readSaved(saved),
      off_session: true,
      confirm: true,
      description,
      metadata: { payment_id },
      expand: ['latest_charge.balance_transaction'],
    },
    { idempotencyKey: key },
  )
  const { id, status } = intent
  if (status === 'succeeded')
    return { status: 'succeeded', reference: id, fee_amount: feeOf(intent, currency), saved: null }
  if (status === 'processing') return { status: 'pending', reference: id, redirect_url: null }
  const message = 'The bank wants the person to confirm the payment.'
  return { status: 'failed', reference: id, failure: { class: 'authentication_required', message } }
}

/** The fee, if Stripe settles in the currency of the payment. */
function feeOf({ latest_charge }: Stripe.PaymentIntent, currency: string): number | null {
  if (typeof latest_charge !== 'object' || !latest_charge) return null
  const { balance_transaction: settled } = latest_charge
  if (typeof settled !== 'object' || !settled || settled.currency !== currency.toLowerCase()) return null
  return ownAmount(settled.fee, currency)
}

async function openPage(
  { payment_id, amount, currency, description }: ChargeRequest,
  { return_url, done_url, save }: Extract<ChargeRequest['source'], { kind: 'page' }>,
  client: Stripe,
  key: string,
): Promise<ChargeOutcome> {
  if (return_url === null) return refused('Stripe needs an address to send the person back to.')
  const metadata = { payment_id, ...(save && { save: '1' }) }
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: stripeAmount(amount, currency),
            product_data: { name: description },
          },
        },
      ],
      client_reference_id: payment_id,
      metadata,
      payment_intent_data: {
        description,
        metadata,
        ...(save && { setup_future_usage: 'off_session' as const }),
      },
      ...(save && { customer_creation: 'always' as const }),
      success_url: done_url ?? return_url,
      cancel_url: return_url,
    },
    { idempotencyKey: key },
  )
  return { status: 'pending', reference: session.id, redirect_url: session.url }
}

/** A page on which a card is saved for later charges: Checkout in the mode `setup`, for cards alone. */
async function openCardPage(
  { setup_id, currency, description, return_url, done_url }: SetUpRequest,
  client: Stripe,
  key: string,
): Promise<SetUpOutcome> {
  const metadata = { setup_id }
  const session = await client.checkout.sessions.create(
    {
      mode: 'setup',
      currency: currency.toLowerCase(),
      allowed_payment_method_types: ['card'],
      customer_creation: 'always',
      client_reference_id: setup_id,
      metadata,
      setup_intent_data: { description, metadata },
      success_url: done_url ?? return_url,
      cancel_url: return_url,
    },
    { idempotencyKey: key },
  )
  return { status: 'pending', reference: session.id, redirect_url: session.url }
}
