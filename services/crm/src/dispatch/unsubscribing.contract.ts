import { I, PageFragment, pageVisit, resource, text } from '@lms/contract'
import { z } from 'zod'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'

const token = () => text(100, 1)

/** The page of an unsubscribing link. */
export const unsubscribing = resource({
  show: I('POST /internal/unsubscribing/show', {
    summary: 'The page that asks whether to unsubscribe',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: token() }),
    returns: PageFragment,
  }),
  unsubscribe: I('POST /internal/unsubscribing', {
    summary: 'Unsubscribe the address of a message from its topic; the page says so',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: token() }),
    returns: PageFragment,
    emits: [messageUnsubscribed],
  }),
})
