import {
  atMost,
  C,
  deleted,
  filter,
  G,
  id,
  L,
  M,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { User } from '../../people/users/user.contract.ts'
import { reachRefusals } from '../../reach.ts'
import { initData, messengerRefusals, SignedFields } from '../messenger/messenger.contract.ts'

const provider = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be `messenger`, or the short name of a network: vk, google')
    .meta({ examples: ['messenger'] })
const subject = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 printable characters')
    .meta({ examples: ['104729'] })

export const Identity = z.object({
  id: id('idn'),
  user_id: id('usr'),
  provider: provider().describe('`messenger`, or the short name of a social network.'),
  subject: subject().describe('The id of the person at the provider.'),
  display_name: text(100).describe('The name of the person at the provider.'),
  verified_at: timestamp()
    .nullable()
    .describe('When a signature proved that it belongs to the person; null if a key asserted it.'),
  last_used_at: timestamp().nullable().describe('When the person last signed in with it.'),
  ...stamps,
})
export type Identity = z.infer<typeof Identity>

const maxIdentities = 20

export const identityRefusals = refuse({
  identities_limit_reached: {
    status: 409,
    when: `the person has ${maxIdentities} login methods`,
    message: `A person has at most ${maxIdentities} login methods. Unbind one first.`,
  },
  identity_taken: {
    status: 409,
    when: 'this subject of the provider is already a login method of this person or another',
    message: 'This login method already exists. Find it at /v1/identities?provider=…&subject=….',
  },
  identity_incomplete: {
    status: 422,
    when: 'the body does not have exactly one of subject, messenger and initData, or has a signature for another provider',
    message: 'Give one of subject, messenger and initData; the latter two only with the provider messenger.',
  },
  identity_unproved: {
    status: 403,
    when: 'subject is sent without a signature by a caller that is neither an integration key nor a person with the permission to issue such keys',
    message:
      'Only an integration key may add a subject without a signature. Send the data that the messenger signed for the person.',
  },
  identity_not_own: {
    status: 403,
    when: 'a person without the permission to issue keys adds a login method for another person',
    message: 'You may only add login methods for yourself. Omit user_id, or use an integration key.',
  },
  identity_beyond_caller: {
    status: 403,
    when: 'the person has more permissions than the key that adds the login method',
    message: 'This key has fewer permissions than the person, so it may not add a login method for them.',
  },
  identity_user_unknown: {
    status: 422,
    when: 'user_id is missing, or is not the id of an active person of the school',
    message: 'user_id must be the id of an active person of this school.',
  },
  last_login_method: {
    status: 409,
    when: 'the login method is the person’s last one',
    message: 'This is the last login method of the person. Add another one first.',
  },
})

export const identityRoom = atMost(maxIdentities, identityRefusals.identities_limit_reached)

export const identities = resource({
  list: L('GET /v1/identities', {
    summary: 'List login methods',
    permission: 'identities:read',
    returns: Identity,
    list: {
      filters: {
        provider: filter.text,
        subject: filter.text,
      },
      sorts: ['created_at'],
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  bind: C('POST /v1/identities', {
    summary: 'Add a login method of a messenger or a social network',
    permission: 'identities:write',
    body: z.strictObject({
      provider: provider().describe(
        'Where the person signs in: `messenger`, or the short name of a social network.',
      ),
      user_id: id('usr').optional().describe('The person; default: the caller.'),
      subject: subject()
        .optional()
        .describe('The id at the provider, without a signature: for integration keys only.'),
      display_name: text(100).optional().describe('The name of the person at the provider.'),
      messenger: SignedFields.optional().describe('The data from the sign-in widget.'),
      initData: initData().optional().describe('The data from the mini-app.'),
    }),
    example: { provider: 'google', subject: '104729', user_id: 'usr_01h455vb4pex5vsknk084sn02q' },
    returns: Identity,
    refuses: [...Object.values(identityRefusals).slice(0, -1), ...Object.values(messengerRefusals)],
    bound: identityRoom,
  }),
  get: G('GET /v1/identities/{id}', {
    summary: 'Get a login method',
    permission: 'identities:read',
    returns: Identity,
  }),
  unbind: M('DELETE /v1/identities/{id}', {
    summary: 'Remove a login method, except the last one; its sessions are closed',
    permission: 'identities:write',
    returns: deleted(id('idn')),
    refuses: [identityRefusals.last_login_method, reachRefusals.person_out_of_reach],
  }),
})
