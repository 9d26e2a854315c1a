import { callerKinds, id, L, oneOf, refuse, resource, roles, U } from '@lms/contract'
import { z } from 'zod'
import { emailRefusals } from '../../identity/email-changes/change.contract.ts'
import { Profile, User, refusals as userRefusals, userUpdated } from '../users/user.contract.ts'

export const Me = z.object({
  key_id: id('key').nullable().describe('The key, if the credential is one.'),
  session_id: id('ses').nullable().describe('The session, if the credential is its token.'),
  kind: oneOf(callerKinds).describe(
    'What kind of credential it is: a session of a person, or one of the kinds of keys.',
  ),
  role: oneOf(roles).describe('The role that bounds its permissions.'),
  permissions: z
    .array(z.array(z.string()))
    .describe('Sets of masks; the caller has a permission if every set grants it.'),
  acting_for: id('usr').nullable().describe('The person named by X-On-Behalf-Of.'),
  user: User.nullable().describe('The person that this credential belongs to, or acts for.'),
  pending_email: z
    .string()
    .nullable()
    .describe(
      'The new address that the person has requested and not yet confirmed. A link is mailed there within minutes, to one ' +
        'address at most once an hour, and works for an hour. Request it again for another link, or request the present ' +
        'address to withdraw.',
    ),
})

export const refusals = refuse({
  not_a_person: {
    status: 422,
    when: 'the credential belongs to no person',
    message: 'This key belongs to no person, so it has no profile. Use a personal key or X-On-Behalf-Of.',
  },
})

export const me = resource({
  get: L('GET /v1/me', {
    summary: 'Get the identity of this credential: person or key, role, permissions, on whose behalf',
    permission: null,
    returns: Me,
  }),
  update: U('PATCH /v1/me', {
    summary:
      'Change your own profile; a new e-mail takes effect when the link that is mailed there is opened',
    permission: 'me:write',
    body: Profile,
    example: { first_name: 'Anna' },
    returns: Me,
    refuses: [
      refusals.not_a_person,
      emailRefusals.mail_not_configured,
      userRefusals.contact_missing,
      userRefusals.user_deleted,
    ],
    emits: [userUpdated],
  }),
})
