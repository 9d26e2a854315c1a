import { builder } from '../../builder.ts'
import { providerHandlers } from './provider.handlers.ts'
import { restoreProviders } from './restore-providers.ts'
import { sealedPayments } from './sealed-secrets.ts'
import { stripeSetting } from './stripe/stripe.ts'

export const providerResource = builder.resource({
  handlers: [providerHandlers],
  sealed: sealedPayments,
  used: { payment_providers_limit_reached: ({ providers }, most) => providers.standing(most) },
  restored: restoreProviders,
  settings: [stripeSetting],
})
