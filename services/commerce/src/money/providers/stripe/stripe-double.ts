// A double of Stripe's HTTP, as far as the adapter uses it, written from the public API reference (docs.stripe.com/api):
// form-encoded bodies, errors, idempotency keys, signed events. The real service was never called.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type PlansDouble, plansDouble } from './stripe-plans-double.ts'

type Fields = Record<string, string>
type Answer = { status: number; body: Record<string, unknown> }

/** How a card behaves: its payment method's name decides. */
const declines: Record<string, { code: string; decline_code?: string }> = {
  pm_insufficient: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_expired: { code: 'expired_card' },
  pm_declined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_fraud: { code: 'card_declined', decline_code: 'fraudulent' },
  pm_authentication: { code: 'authentication_required', decline_code: 'authentication_required' },
}

export interface StripeDouble {
  readonly url: string
  /** Whether Stripe is at fault: it answers nothing but 500. */
  away: boolean
  /** Subscriptions that Stripe charges by its own plan. */
  readonly plans: PlansDouble
  /** Requests that changed something, in the order in which they came. */
  readonly calls: { path: string; key: string | undefined; fields: Fields }[]
  /** Money movements: charges and refunds that happened, each once for its key. */
  readonly charges: { payment_id: string; amount: number; currency: string }[]
  readonly refunds: { refund_id: string; amount: number }[]
  /** Called before an answer to a change is sent: to hold it back, to drop it, or to answer otherwise. */
  before: (path: string, response: ServerResponse) => Promise<boolean> | boolean
  /** A person pays on the Checkout page with a card; gives the events that Stripe sends. */
  pay(sessionId: string, method?: string): object[]
  /** The bank carries out what was paid on the Checkout page by `pm_bank_debit`; gives the events. */
  settleLate(sessionId: string): object[]
  /** Whether the bank carries refunds out later: they are pending until `settleRefund`. */
  refundsWait: boolean
  settleRefund(id: string, status: 'succeeded' | 'failed'): void
  /** A person saves a card on the Checkout page, which charges nothing; gives the events that Stripe sends. */
  saveCard(sessionId: string, method?: string): object[]
  /** The number of reads of an object. */
  reads(id: string): number
  /** The Checkout page runs out. */
  expire(sessionId: string): void
  /** An event as Stripe sends it: the bytes and the headers. */
  sign(event: object, secret: string, now?: Date): { body: string; headers: Fields }
  reset(): void
  stop(): Promise<void>
}

export const goodKey = 'sk_test_doublesgoodkey'

export async function startStripeDouble(): Promise<StripeDouble> {
  let idCount = 0
  const looks: string[] = []
  const storedAnswers = new Map<string, { path: string; fields: string; answer: Answer }>()
  const sessions = new Map<string, Record<string, any>>()
  const intents = new Map<string, Record<string, any>>()
  const setups = new Map<string, Record<string, any>>()
  const refunds = new Map<string, Record<string, any>>()
  const library = new Stripe(goodKey)
  const plans = plansDouble()
  const nextId = (prefix: string) => `${prefix}_${String(++idCount).padStart(14, '0')}`

  const server = createServer(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const { pathname: path, searchParams } = new URL(request.url!, 'http://double')
    const key = request.headers['idempotency-key'] as string | undefined
    if (request.method === 'POST') double.calls.push({ path, key, fields })
    const parameters = request.method === 'GET' ? Object.fromEntries(searchParams) : fields
    if (double.away) return void response.writeHead(500).end('{}')
    const answer = authorized(request) ? once(request.method!, path, key, parameters) : unauthorized
    if (request.method === 'POST' && !(await double.before(path, response))) return
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': nextId('req') })
    response.end(JSON.stringify(answer.body))
  })

  /** The same key gives the first answer; with other parameters it is an error. */
  function once(method: string, path: string, key: string | undefined, fields: Fields): Answer {
    const ofPlans = plans.answer(method, path, fields)
    if (ofPlans) return ofPlans
    if (method === 'GET') {
      looks.push(path.slice(path.lastIndexOf('/') + 1))
      if (path !== '/v1/checkout/sessions') return read(path)
      const data = [...sessions.values()].filter(each => each.payment_intent === fields.payment_intent)
      return { status: 200, body: { object: 'list', data, has_more: false } }
    }
    const stored = key === undefined ? undefined : storedAnswers.get(key)
    const sent = JSON.stringify(fields)
    if (stored && (stored.path !== path || stored.fields !== sent))
      return failure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      })
    if (stored) return stored.answer
    const answer = change(path, fields)
    if (key !== undefined && answer.status < 500) storedAnswers.set(key, { path, fields: sent, answer })
    return answer
  }

  function change(path: string, fields: Fields): Answer {
    if (path === '/v1/checkout/sessions') return openSession(fields)
    if (path === '/v1/payment_intents') return charge(fields)
    if (path === '/v1/refunds') return refund(fields)
    const [, closing] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? []
    if (closing) return expire(closing)
    return failure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (POST: ${path}).`,
    })
  }

  function read(path: string): Answer {
    const [, kind, id] =
      /^\/v1\/(checkout\/sessions|payment_intents|setup_intents|refunds)\/(\w+)$/.exec(path) ?? []
    const resource =
      { payment_intents: intents, setup_intents: setups, refunds }[kind!]?.get(id!) ?? sessions.get(id!)
    return resource
      ? { status: 200, body: resource }
      : failure(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such object: '${id}'`,
        })
  }

  function expire(id: string): Answer {
    const session = sessions.get(id)!
    if (session.status !== 'open')
      return failure(400, {
        type: 'invalid_request_error',
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${session.status}.`,
      })
    session.status = 'expired'
    return { status: 200, body: { ...session, url: null } }
  }

  function openSession(fields: Fields): Answer {
    if (fields.mode === 'setup' && !(fields.currency || fields['allowed_payment_method_types[0]']))
      return failure(400, { type: 'invalid_request_error', message: 'Missing required param: currency.' })
    const id = nextId('cs_test')
    const price = 'line_items[0][price_data]'
    const session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      mode: fields.mode,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      setup_intent: null,
      amount_total: Number(fields[`${price}[unit_amount]`]),
      currency: fields[`${price}[currency]`],
      metadata: part(fields, 'metadata'),
      intent: part(fields, `${fields.mode}_intent_data[metadata]`),
      saves: fields['payment_intent_data[setup_future_usage]'] === 'off_session',
    }
    sessions.set(id, session)
    return { status: 200, body: session }
  }

  function charge(fields: Fields): Answer {
    const intent = newIntent({
      amount: Number(fields.amount),
      currency: fields.currency!,
      customer: fields.customer ?? null,
      metadata: part(fields, 'metadata'),
    })
    return settle(intent, fields.payment_method!)
  }

  function newIntent(input: { amount: number; currency: string; customer: string | null; metadata: Fields }) {
    const intent: Record<string, any> = {
      id: nextId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
      ...input,
    }
    intents.set(intent.id, intent)
    return intent
  }

  function settle(intent: Record<string, any>, method: string): Answer {
    const declined = declines[method]
    if (declined) {
      const error = { type: 'card_error', ...declined, message: 'Your card was declined.' }
      intent.last_payment_error = error
      return failure(402, { ...error, payment_intent: intent })
    }
    const { amount, currency, customer, metadata } = intent
    double.charges.push({ payment_id: metadata.payment_id ?? '', amount, currency })
    Object.assign(intent, {
      status: 'succeeded',
      last_payment_error: null,
      latest_charge: {
        id: nextId('ch'),
        object: 'charge',
        amount,
        currency,
        customer,
        metadata,
        payment_intent: intent.id,
        payment_method: method,
        payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 } },
        balance_transaction: { id: nextId('txn'), fee: 59, currency },
      },
    })
    return { status: 200, body: intent }
  }

  function refund(fields: Fields): Answer {
    const intent = intents.get(fields.payment_intent ?? '')
    const amount = Number(fields.amount)
    if (!intent)
      return failure(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such payment_intent',
      })
    const returned = intent.returned ?? 0
    if (returned + amount > intent.amount)
      return failure(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'Refund amount is greater than unrefunded amount on charge.',
      })
    intent.returned = returned + amount
    const metadata = part(fields, 'metadata')
    double.refunds.push({ refund_id: metadata.refund_id ?? '', amount })
    const status = double.refundsWait ? 'pending' : 'succeeded'
    const createdRefund = { id: nextId('re'), object: 'refund', status, amount, metadata }
    refunds.set(createdRefund.id, createdRefund)
    return { status: 200, body: { ...createdRefund } }
  }

  const double: StripeDouble = {
    url: '',
    plans,
    away: false,
    calls: [],
    charges: [],
    refunds: [],
    before: () => true,
    refundsWait: false,
    settleRefund: (id, status) => void Object.assign(refunds.get(id)!, { status }),
    pay: (sessionId, method = 'pm_card_visa') => {
      const session = sessions.get(sessionId)!
      const customer = session.saves ? nextId('cus') : null
      const { amount_total: amount, currency, intent: metadata } = session
      const intent = session.payment_intent
        ? intents.get(session.payment_intent)!
        : newIntent({ amount, currency, customer, metadata })
      session.payment_intent = intent.id
      if (method === 'pm_bank_debit') {
        intent.status = 'processing'
        session.status = 'complete'
        return [eventOf('checkout.session.completed', session)]
      }
      const { status } = settle(intent, method)
      if (status !== 200) return [eventOf('payment_intent.payment_failed', intent)]
      Object.assign(session, { status: 'complete', payment_status: 'paid' })
      return [
        eventOf('charge.succeeded', intent.latest_charge),
        eventOf('checkout.session.completed', session),
      ]
    },
    settleLate: sessionId => {
      const intent = intents.get(sessions.get(sessionId)!.payment_intent)!
      settle(intent, 'pm_bank_debit')
      return [eventOf('charge.succeeded', intent.latest_charge)]
    },
    saveCard: (sessionId, method = 'pm_card_visa') => {
      const session = sessions.get(sessionId)!
      const setup = setups.get(session.setup_intent) ?? {
        id: nextId('seti'),
        object: 'setup_intent',
        metadata: session.intent,
        customer: nextId('cus'),
      }
      setups.set(setup.id, setup)
      session.setup_intent = setup.id
      const declined = declines[method]
      if (declined) {
        const error = { type: 'card_error', ...declined, message: 'Your card was declined.' }
        Object.assign(setup, { status: 'requires_payment_method', last_setup_error: error })
        return [eventOf('setup_intent.setup_failed', setup)]
      }
      const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 }
      const payment_method = { id: method, object: 'payment_method', card }
      Object.assign(setup, { status: 'succeeded', last_setup_error: null, payment_method })
      session.status = 'complete'
      // An event has no expanded objects.
      return [
        eventOf('setup_intent.succeeded', { ...setup, payment_method: method }),
        eventOf('checkout.session.completed', session),
      ]
    },
    reads: id => looks.filter(look => look === id).length,
    expire: sessionId => {
      sessions.get(sessionId)!.status = 'expired'
    },
    sign: (event, secret, now = new Date()) => {
      const body = JSON.stringify(event)
      const timestamp = Math.floor(now.getTime() / 1000)
      const signature = library.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      return { body, headers: { 'stripe-signature': signature } }
    },
    reset: () => {
      double.calls.length = double.charges.length = double.refunds.length = 0
      double.before = () => true
      double.refundsWait = false
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(double, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

let events = 0
/** An event about an object, unsigned. */
export const eventOf = (type: string, object: object): object => ({
  id: `evt_${++events}`,
  object: 'event',
  api_version: '2026-01-28',
  type,
  data: { object: structuredClone(object) },
})

/** A refund in euros that somebody has made in Stripe's dashboard. */
export const refundThere = (id: string, payment_intent: string, amount: number, status = 'succeeded') => ({
  id,
  object: 'refund',
  status,
  amount,
  currency: 'eur',
  payment_intent,
  metadata: {},
})

const authorized = ({ headers: { authorization } }: IncomingMessage) => authorization === `Bearer ${goodKey}`
const failure = (status: number, error: object): Answer => ({ status, body: { error } })
const unauthorized = failure(401, {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided: sk_test_****',
})

/** The fields `name[…]` of a form. */
const part = (fields: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field.startsWith(`${name}[`) && field.indexOf('[', name.length + 1) < 0)
      .map(([field, value]) => [field.slice(name.length + 1, -1), value]),
  )
