import {
  bodiesOf,
  C,
  deleted,
  email,
  filtersBy,
  id,
  L,
  oneOf,
  personal,
  phonePattern,
  refuse,
  resource,
  slug,
  stamps,
  text,
  U,
} from '@lms/contract'
import { z } from 'zod'
import { type TransportKind, transport } from '../addresses/kinds.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { topicRefusals } from '../settings/topic.ts'
import { messageUnsubscribed } from './unsubscription.ts'

export const suppressionReasons = [
  'unsubscribed',
  'hard_bounce',
  'soft_bounces',
  'complaint',
  'manual',
] as const

/** So many messages that come back softly, one after the other, suppress their address. */
export const maxSoftBounces = 5

export const Suppression = z.object({
  id: id('sup'),
  user_id: id('usr').nullable().describe('The person of the address, if known.'),
  transport: transport().describe('The channel in which nothing is sent to the address.'),
  address: personal(text(254, 1))
    .nullable()
    .describe('Null after an erasure: the list still knows the address, by a keyed hash.')
    .meta({ examples: ['ann@school.example'] }),
  topic: slug(40).nullable().describe('The topic that is not sent there; null for all.'),
  reason: oneOf(suppressionReasons).describe(
    `Topics with the basis \`service\` are sent in spite of \`unsubscribed\`, and of no other reason. soft_bounces: the last ${maxSoftBounces} messages came back.`,
  ),
  comment: personal(text(1000)).describe('A note of staff on the reason.'),
  message_id: id('msg').nullable().describe('The message that led to it.'),
  ...stamps,
})
export type Suppression = z.infer<typeof Suppression>

export const refusals = refuse({
  suppression_exists: {
    status: 409,
    when: 'the list already has the address with this topic',
    message: 'The list already has this address with this topic. GET /v1/suppressions?address=… shows it.',
  },
  suppression_unknown: {
    status: 422,
    when: 'the list has no such suppression',
    message: 'The list has no such suppression. GET /v1/suppressions shows all.',
  },
  suppression_address_missing: {
    status: 422,
    when: 'neither an address is given nor a person who has one in this transport',
    message: 'Give an address, or a user_id of a person who has one in this transport.',
  },
})

const rules = {
  readOnly: ['message_id'] as const,
  defaults: { transport: 'email', comment: '' } satisfies Partial<Suppression>,
}

/** What an address is in each transport. */
export const addressForms = {
  email: email(),
  sms: z.string().regex(phonePattern, 'must be a number in the international form: +4915112345678'),
  telegram: z.string().regex(/^-?\d{1,20}$/, 'must be the number of the person in the messenger'),
  push: id('usr'),
  in_app: id('usr'),
} as const satisfies Record<TransportKind, z.ZodType>

export const suppressions = resource({
  list: L('GET /v1/suppressions', {
    summary: 'List suppressed addresses, which get no messages',
    permission: 'suppressions:read',
    returns: Suppression,
    list: { filters: filtersBy(Suppression, ['address']), sorts: ['created_at'] },
  }),
  create: C('POST /v1/suppressions', {
    summary: 'Suppress an address, for one topic or for all messages',
    permission: 'suppressions:write',
    body: bodiesOf(Suppression, rules).create.extend({
      reason: oneOf(['manual', 'complaint', 'hard_bounce'])
        .default('manual')
        .describe(
          'Why the address gets no more messages: staff decided it, the person complained, or the address does not exist.',
        ),
    }),
    example: { address: 'ann@school.example' },
    returns: Suppression,
    refuses: [
      personRefusals.user_unknown,
      personRefusals.person_out_of_reach,
      topicRefusals.topic_unknown,
      refusals.suppression_exists,
      refusals.suppression_address_missing,
    ],
    emits: [messageUnsubscribed],
    bound: 'event',
  }),
  delete: U('DELETE /v1/suppressions', {
    summary: 'Delete a suppression, so that the address gets messages again',
    permission: 'suppressions:write',
    body: z.strictObject({ id: id('sup') }),
    returns: deleted(id('sup')),
    refuses: [refusals.suppression_unknown, personRefusals.person_out_of_reach],
  }),
})
