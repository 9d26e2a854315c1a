import { atMost, C, deleted, filter, G, id, L, M, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { reachRefusals } from '../reach.ts'
import { initData, messengerRefusals, SignedFields } from '../sign-in/messenger.contract.ts'
import { User } from '../users/user.contract.ts'

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
  subject: subject().describe('The person’s id there.'),
  display_name: text(100),
  verified_at: timestamp()
    .nullable()
    .describe('Since when it is known to be theirs by a signature; null where a key said so.'),
  last_used_at: timestamp().nullable().describe('When they last signed in with it.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Identity = z.infer<typeof Identity>

const mostIdentities = 20

export const identityRefusals = refuse({
  identities_full: {
    status: 409,
    when: `the person has ${mostIdentities} login methods`,
    message: `A person has at most ${mostIdentities} login methods. Unbind one first.`,
  },
  identity_taken: {
    status: 409,
    when: 'this id of the provider is bound already, to this person or another',
    message: 'This login method is bound already. Find it at /v1/identities?provider=…&subject=….',
  },
  identity_incomplete: {
    status: 422,
    when: 'not exactly one of subject, messenger and initData is given, or a signature for another provider',
    message: 'Give one of subject, messenger and initData; the latter two with the provider messenger.',
  },
  identity_unproved: {
    status: 403,
    when: 'a subject is given plainly by another caller than an integration key, or a person who may issue such keys',
    message:
      'Only an integration key may bind a plain subject. Send what the messenger signed for the person.',
  },
  identity_not_own: {
    status: 403,
    when: 'a person who may not issue keys binds for another person',
    message: 'A person binds their own login methods alone. Leave user_id out, or use an integration key.',
  },
  identity_beyond_caller: {
    status: 403,
    when: 'the person could do more, once signed in, than the key that binds for them',
    message: 'This key has fewer rights than the person, so it may not give out a way to sign in as them.',
  },
  identity_user_unknown: {
    status: 422,
    when: 'user_id is missing, or names no active person of the school',
    message: 'user_id must name an active person of this school.',
  },
  last_login_method: {
    status: 409,
    when: 'it is the person’s last login method',
    message: 'This is the last login method of the person. Bind another one first.',
  },
})

export const identityRoom = atMost(mostIdentities, identityRefusals.identities_full)

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
    summary: 'Bind a messenger or a social network',
    permission: 'identities:write',
    body: z.strictObject({
      provider: provider(),
      user_id: id('usr').optional().describe('Whose it is; left out, the person who calls.'),
      subject: subject().optional().describe('The id there, without proof: by an integration key.'),
      display_name: text(100).optional(),
      messenger: SignedFields.optional().describe('All that the sign-in widget gave.'),
      initData: initData().optional().describe('What the mini-app was given.'),
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
    summary: 'Unbind a login method, never the last one; what was signed in with it is closed',
    permission: 'identities:write',
    returns: deleted(id('idn')),
    refuses: [identityRefusals.last_login_method, reachRefusals.person_out_of_reach],
  }),
})
