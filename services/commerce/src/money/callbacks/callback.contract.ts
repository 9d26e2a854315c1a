// Callbacks of payment providers, which the gateway takes at {site_url}/hooks/payments/{provider_id}.
import { I, id, refuse, resource } from '@lms/contract'
import { z } from 'zod'

/** Maximum bytes of a callback. Stripe's largest events have some tens of kilobytes. */
export const maxCallbackBytes = 256 * 1024

export const callbackRefusals = refuse({
  callback_forged: {
    status: 400,
    when: 'the signature is missing, wrong or too old',
    message:
      'The signature of this callback is missing, wrong or too old. Check the signing secret of the connection.',
  },
})

export const paymentCallbacks = resource({
  take: I('POST /internal/payment-callbacks/{id}', {
    summary: 'Check the signature of a callback and enter what it reports',
    callers: ['gateway'],
    permission: null,
    path: { id: id('pvd') },
    body: z.strictObject({
      headers: z.record(z.string(), z.string().max(16_384)).describe('By lower-case name.'),
      body: z
        .string()
        .max(Math.ceil(maxCallbackBytes / 3) * 4)
        .describe('The bytes as they came, base64.'),
    }),
    returns: z.object({ taken: z.literal(true) }),
    refuses: [callbackRefusals.callback_forged],
  }),
})
