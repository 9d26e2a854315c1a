// The part of the double of Stripe's HTTP that is about subscriptions and their invoices (docs.stripe.com/api/subscriptions,
// docs.stripe.com/api/invoices).

type Json = Record<string, any>
type Answer = { status: number; body: Json }

export interface PlansDouble {
  /** A running subscription: monthly, in euros, its present period from `from` to `till` (seconds). */
  begin(fields: { id: string; customer?: string; amount?: number; from: number; till: number }): Json
  /** Its next period is paid at the end of the present one; gives the paid invoice. */
  renew(id: string, at: number): Json
  /** Changes it, as somebody does at Stripe. */
  change(id: string, fields: Json): Json
  get(id: string): Json
  /** The answer to a request; null for one about something else. */
  answer(method: string, path: string, fields: Record<string, string>): Answer | null
}

const month = 30 * 86_400

export function plansDouble(): PlansDouble {
  const plans = new Map<string, Json>()
  const invoices: Json[] = []
  const missing = (id: string): Answer => ({
    status: 404,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such subscription: '${id}'`,
      },
    },
  })

  function one(method: string, id: string, fields: Record<string, string>): Answer {
    const plan = plans.get(id)
    if (!plan || (method === 'DELETE' && plan.status === 'canceled')) return missing(id)
    if (method === 'DELETE')
      Object.assign(plan, {
        status: 'canceled',
        cancellation_details: { reason: 'cancellation_requested' },
      })
    if (method === 'POST') plan.cancel_at_period_end = fields.cancel_at_period_end === 'true'
    return { status: 200, body: structuredClone(plan) }
  }

  return {
    begin: ({ id, customer = 'cus_ann', amount = 4900, from, till }) => {
      const price = {
        ...{ id: 'price_month', object: 'price', unit_amount: amount, currency: 'eur' },
        recurring: { interval: 'month', interval_count: 1 },
      }
      const item = {
        id: `si_${id}`,
        price,
        quantity: 1,
        current_period_start: from,
        current_period_end: till,
      }
      const plan = {
        ...{ id, object: 'subscription', customer, currency: 'eur', status: 'active' },
        ...{ cancel_at_period_end: false, pause_collection: null, cancellation_details: null },
        items: { object: 'list', data: [item] },
      }
      plans.set(id, plan)
      return plan
    },
    renew: (id, at) => {
      const [item] = plans.get(id)!.items.data
      const [start, end] = [item.current_period_end, item.current_period_end + month]
      Object.assign(item, { current_period_start: start, current_period_end: end })
      const number = invoices.length + 1
      const invoice = {
        ...{ id: `in_${number}`, object: 'invoice', status: 'paid' },
        ...{ amount_paid: item.price.unit_amount, currency: 'eur' },
        parent: { type: 'subscription_details', subscription_details: { subscription: id } },
        status_transitions: { paid_at: at },
        payments: {
          object: 'list',
          data: [{ payment: { type: 'payment_intent', payment_intent: `pi_plan_${number}` } }],
        },
        lines: { object: 'list', data: [{ period: { start, end } }] },
      }
      invoices.unshift(invoice)
      return invoice
    },
    change: (id, fields) => Object.assign(plans.get(id)!, fields),
    get: id => plans.get(id)!,
    answer: (method, path, fields) => {
      const [, id] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? []
      if (id) return one(method, id, fields)
      if (path !== '/v1/invoices') return null
      const data = invoices.filter(
        ({ parent }) => parent.subscription_details.subscription === fields.subscription,
      )
      return { status: 200, body: { object: 'list', data, has_more: false } }
    },
  }
}
