// Callbacks of services of video, which the gateway takes at {site_url}/hooks/video/{token}.
import { I, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { sessionFinished } from '../sessions/session.contract.ts'

/** Maximum bytes of a callback: the analytics of a meeting with two thousand people. */
export const maxCallbackBytes = 1024 * 1024

export const callbackRefusals = refuse({
  callback_forged: {
    status: 400,
    when: 'the signature is missing, wrong or too old',
    message:
      'The signature of this callback is missing, wrong or too old. Check the secrets in the settings of the school.',
  },
})

export const videoCallbacks = resource({
  take: I('POST /internal/video-callbacks', {
    summary: 'Check the signature of a callback and take what it reports',
    callers: ['gateway'],
    permission: null,
    body: z.strictObject({
      token: text(200, 1),
      headers: z.record(z.string(), z.string().max(16_384)).describe('By lower-case name.'),
      query: text(4000),
      body: z
        .string()
        .max(Math.ceil(maxCallbackBytes / 3) * 4)
        .describe('The bytes as they came, base64.'),
    }),
    returns: z.object({ taken: z.literal(true) }),
    refuses: [callbackRefusals.callback_forged],
    emits: [sessionFinished],
  }),
})
