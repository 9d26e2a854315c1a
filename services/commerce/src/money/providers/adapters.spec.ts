// Every adapter passes the one suite.
import { manual } from './manual.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { savedReference } from './stripe/stripe.rules.ts'
import { stripe } from './stripe/stripe.ts'
import {
  eventOf,
  goodKey,
  refundThere,
  type StripeDouble,
  startStripeDouble,
} from './stripe/stripe-double.ts'
import { conformance } from './testing/conformance.ts'

const page = { kind: 'page', choice: null, return_url: null, done_url: null, save: false } as const

conformance(manual, async () => ({
  secrets: {},
  settings: {},
  succeeds: null,
  declined: [],
  later: page,
  moved: null,
  away: null,
  callback: null,
  refundedThere: null,
  saving: null,
}))

const card = (choice: string) => ({ ...page, choice })
const sandboxSecrets = { webhook_secret: 'a secret of sixteen' }
conformance(sandbox, async () => ({
  secrets: sandboxSecrets,
  settings: {},
  succeeds: card('visa'),
  declined: [
    ['declined', card('declined')],
    ['insufficient_funds', card('insufficient-funds')],
    ['expired_card', card('expired')],
    ['fraud', card('fraud')],
    ['other', card('processing-error')],
    ['declined', { kind: 'saved', reference: 'fails-later' }],
    ['authentication_required', { kind: 'saved', reference: 'needs-authentication' }],
  ],
  later: card('pending-then-succeeds'),
  moved: null,
  away: null,
  callback: about =>
    sandbox.sandbox!.callback({
      ...about,
      event: 'charge.succeeded',
      refund_id: null,
      secrets: sandboxSecrets,
    }),
  refundedThere: about =>
    sandbox.sandbox!.callback({
      ...about,
      event: 'refund.made_there',
      refund_id: null,
      secrets: sandboxSecrets,
    }),
  saving: {
    succeeds: 'visa',
    declined: [
      ['declined', 'declined'],
      ['expired_card', 'expired'],
    ],
    later: 'pending-then-succeeds',
    saved: about =>
      sandbox.sandbox!.callback({
        ...about,
        event: 'setup.succeeded',
        payment_id: null,
        refund_id: null,
        secrets: sandboxSecrets,
      }),
  },
}))

let double: StripeDouble
const stripeSecrets = { api_key: goodKey, webhook_secret: 'whsec_0123456789' }
const saved = (method: string) => ({ kind: 'saved', reference: savedReference('cus_1', method) }) as const
const signed = (event: object, now: Date) => {
  const { body, headers } = double.sign(event, stripeSecrets.webhook_secret, now)
  return { body: Buffer.from(body), headers }
}
conformance(
  stripe,
  async () => {
    double = await startStripeDouble()
    return {
      secrets: stripeSecrets,
      settings: { LMS_STRIPE_URL: double.url },
      succeeds: saved('pm_card_visa'),
      declined: [
        ['declined', saved('pm_declined')],
        ['insufficient_funds', saved('pm_insufficient')],
        ['expired_card', saved('pm_expired')],
        ['fraud', saved('pm_fraud')],
        ['authentication_required', saved('pm_authentication')],
      ],
      later: { ...page, return_url: 'https://school.example/pay/token' },
      moved: () => double.charges.length + double.refunds.length,
      away: () => {
        double.before = (_, response) => {
          double.before = () => true
          response.writeHead(503).end()
          return false
        }
      },
      callback: ({ payment_id, reference, now }) =>
        signed(eventOf('charge.succeeded', { metadata: { payment_id }, payment_intent: reference }), now),
      refundedThere: ({ reference, amount, now }) =>
        signed(eventOf('refund.created', refundThere('re_1', reference, amount)), now),
      saving: {
        succeeds: null,
        declined: [],
        later: null,
        saved: ({ reference, now }) => signed(double.saveCard(reference)[0]!, now),
      },
      otherCallback: now => signed(eventOf('customer.created', { id: 'cus_1' }), now),
    }
  },
  () => double.stop(),
)
