import { I, resource, text } from '@lms/contract'
import { z } from 'zod'
import { messageUnsubscribed } from '../preferences/unsubscription.ts'

const token = () => text(100, 1)

/** The gateway's calls for an unsubscribing link. */
export const unsubscribing = resource({
  show: I('POST /internal/unsubscribing/show', {
    summary: 'What a link unsubscribes from',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: token() }),
    returns: z.object({ topic: text(100) }),
  }),
  unsubscribe: I('POST /internal/unsubscribing', {
    summary: 'Unsubscribe the address of a message from its topic',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: token() }),
    returns: z.object({ unsubscribed: z.literal(true) }),
    emits: [messageUnsubscribed],
  }),
})
