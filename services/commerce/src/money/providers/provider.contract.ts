import {
  atMost,
  bodiesOf,
  C,
  crud,
  currency,
  distinct,
  full,
  id,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { providerKinds } from './adapter/adapter.ts'
import { secretNames } from './adapter/call-context.ts'
import { stripeEvents } from './stripe/stripe-events.ts'

const maxProviders = 100
const maxCurrencies = 50

export const ProviderHealth = z.object({
  status: oneOf(['unused', 'ok', 'failing']).describe(
    '`failing` while the last payment failed because the provider was unavailable or refused the credentials.',
  ),
  last_payment_at: timestamp().nullable().describe('When the last payment got its outcome; null for none.'),
  last_failure: text(500).nullable().describe('While failing: the words of the provider.'),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

export const PaymentProvider = z.object({
  id: id('pvd'),
  kind: oneOf(providerKinds).describe(
    '`manual`: staff record the money. `test`: a sandbox that moves no money and takes the card networks’ test cards. `stripe`: Stripe Checkout and saved cards.',
  ),
  name: text(100, 1).describe('The name that people read on the payment page.'),
  mode: oneOf(['test', 'live']).describe(
    'Whether payments move real money. A school in test mode offers its test connections, a live school its live ones; both offer manual ones.',
  ),
  active: z
    .boolean()
    .describe('An inactive connection takes no new payments; refunds and callbacks still work.'),
  position: z.int32().min(1).describe('Its place on the payment page; the lowest comes first.'),
  currencies: distinct(currency(), maxCurrencies).describe('The currencies that it takes; empty for all.'),
  instructions: text(5000).describe(
    'How to pay, for people; shown on the payment page of a manual connection.',
  ),
  secret_names: z
    .array(oneOf(secretNames))
    .describe('The secrets that are set. Their values are never shown.'),
  callback_path: text(100)
    .nullable()
    .describe(
      `The path of its callbacks, behind the address of the school: enter it at the provider. Null for none. An endpoint at Stripe sends ${stripeEvents.join(', ')}.`,
    )
    .meta({ examples: ['/hooks/payments/pvd_01h455vb4pex5vsknk084sn02q'] }),
  health: ProviderHealth.describe('Whether payments by the connection succeed.'),
  ...stamps,
})
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const refusals = refuse({
  payment_providers_limit_reached: full(maxProviders, 'payment providers', 'Delete one that was never used.'),
  provider_secrets_invalid: {
    status: 422,
    when: 'the secrets do not match the kind',
    message:
      'The secrets do not match the kind: stripe takes api_key and webhook_secret, test takes webhook_secret or makes one, manual takes none. See details.',
  },
  provider_used: {
    status: 409,
    when: 'payments or saved cards belong to the connection',
    message:
      'Payments or saved cards belong to this connection, so it cannot be deleted. Deactivate it: PATCH {"active": false}.',
  },
})

/** Secrets are in bodies only. */
export const Secrets = z.strictObject({
  api_key: text(300, 1).optional().describe('For stripe: a secret or restricted key, sk_… or rk_….'),
  webhook_secret: text(300, 1)
    .optional()
    .describe('Checks the signatures of callbacks. For stripe: the signing secret of the endpoint, whsec_….'),
})
export type ProviderSecrets = z.infer<typeof Secrets>

const rules = {
  readOnly: ['mode', 'secret_names', 'callback_path', 'health'],
  immutable: ['kind'],
  defaults: { active: true, position: 1, currencies: [], instructions: '' },
} as const
const bodies = bodiesOf(PaymentProvider, { ...rules, defaults: { ...rules.defaults, currencies: [] } })
export const bound = atMost(maxProviders, refusals.payment_providers_limit_reached)

export const paymentProviders = resource({
  ...crud('/v1/payment-providers', PaymentProvider, {
    names: ['a payment provider', 'payment providers'],
    bound,
    summaries: {
      list: 'List the payment providers; secrets are never shown',
      get: 'Get a payment provider and its health',
      delete: 'Delete a payment provider that was never used',
    },
    ...rules,
    defaults: { ...rules.defaults, currencies: [] },
    sorts: ['created_at', 'position'],
    refuses: { delete: [refusals.provider_used] },
  }),
  create: C('POST /v1/payment-providers', {
    // The body has secrets.
    agent: 'never',
    summary: 'Connect a payment provider',
    permission: 'payment-providers:write',
    body: bodies.create.extend({
      secrets: Secrets.default({}).describe('Stored encrypted and never shown.'),
    }),
    example: { kind: 'test', name: 'Test cards' },
    returns: PaymentProvider,
    refuses: [refusals.provider_secrets_invalid],
    bound,
  }),
  update: M('PATCH /v1/payment-providers/{id}', {
    // The body has secrets.
    agent: 'never',
    summary: 'Change a payment provider; a secret in the body replaces the current one',
    permission: 'payment-providers:write',
    path: { id: id('pvd') },
    body: bodies.change.extend({
      secrets: Secrets.optional().describe('Absent secrets stay as they are.'),
    }),
    example: { active: false },
    returns: PaymentProvider,
    refuses: [refusals.provider_secrets_invalid],
  }),
})
