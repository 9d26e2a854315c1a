import { enteredFields, I, PageFragment, pageVisit, resource, text } from '@lms/contract'
import { z } from 'zod'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'

const token = () => text(100, 1)

/** The page of an unsubscribing link. */
export const unsubscribing = resource({
  show: I('POST /internal/unsubscribing/show', {
    summary: 'The page on which the receiver of a message chooses what they get',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: token() }),
    returns: PageFragment,
  }),
  unsubscribe: I('POST /internal/unsubscribing', {
    summary: 'Unsubscribe the receiver of a message, or save what they choose; the page says so',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      ...pageVisit,
      token: token(),
      fields: enteredFields()
        .default({})
        .describe(
          'Without a `choice`, the topic of the message goes off. `all`: everything goes off. `topics`: those with a field `topic.<key>` are wanted, and no others.',
        ),
    }),
    returns: PageFragment,
    emits: [messageUnsubscribed],
  }),
})
