// What comes back from channels, which the gateway takes at {site_url}/hooks.
import { I, oneOf, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { messageBounced, messageDelivered } from '../messages/message-events.ts'
import { messageReceived } from '../messages/received-event.ts'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'

/** Maximum bytes of what comes in. A reply with pictures may be larger: its sender learns it from their own server. */
export const maxMailBytes = 512 * 1024
export const maxCallbackBytes = 256 * 1024
const base64 = (bytes: number) =>
  z
    .string()
    .max(Math.ceil(bytes / 3) * 4)
    .describe('The bytes as they came, base64.')

export const inboundRefusals = refuse({
  callback_forged: {
    status: 400,
    when: 'the signature is missing, wrong or too old',
    message:
      'The signature of this callback is missing, wrong or too old. Check the secret in the settings of the school.',
  },
  callback_invalid: {
    status: 400,
    when: 'the body is not what this transport sends',
    message: 'The body is not what this transport sends. The README of the crm service has its form.',
  },
})

const emits = [messageReceived, messageBounced, messageDelivered]
const acceptance = z.object({ taken: z.literal(true) })

export const inbound = resource({
  mail: I('POST /internal/inbound/mail', {
    summary: 'Take a mail that came to the return path of an e-mail: a report of its delivery, or a reply',
    callers: ['gateway'],
    permission: null,
    body: z.strictObject({ token: text(64, 64), mail: base64(maxMailBytes) }),
    returns: acceptance,
    emits: [...emits, messageUnsubscribed],
  }),
  callback: I('POST /internal/inbound/callbacks', {
    summary: 'Take what the other side of a transport reports',
    callers: ['gateway'],
    permission: null,
    body: z.strictObject({
      transport: oneOf(['telegram', 'sms', 'push']),
      headers: z.record(z.string(), z.string().max(16_384)).describe('By lower-case name.'),
      body: base64(maxCallbackBytes),
    }),
    returns: acceptance,
    emits,
    refuses: Object.values(inboundRefusals),
  }),
})
