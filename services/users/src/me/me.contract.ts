import { callerKinds, id, L, oneOf, refuse, resource, roles, U } from '@lms/contract'
import { z } from 'zod'
import { emailRefusals } from '../email-changes/change.contract.ts'
import { profile, User, refusals as userRefusals, userUpdated } from '../users/user.contract.ts'

export const Me = z.object({
  key_id: id('key').nullable(),
  session_id: id('ses').nullable().describe('The sign-in, where no key but its token was shown.'),
  kind: oneOf(callerKinds),
  role: oneOf(roles),
  permissions: z
    .array(z.array(z.string()))
    .describe('Sets of masks; a permission is held when every set grants it.'),
  acting_for: id('usr').nullable().describe('The person named by X-On-Behalf-Of.'),
  user: User.nullable().describe('The person this credential is, or acts as.'),
  pending_email: z
    .string()
    .nullable()
    .describe(
      'The address that the person has asked for and not yet confirmed. A link is mailed there within minutes, to one ' +
        'address at most once an hour; it counts for an hour. Ask again for another link, or for the present address ' +
        'to withdraw.',
    ),
})

export const refusals = refuse({
  not_a_person: {
    status: 422,
    when: 'the credential is no person',
    message: 'This key is nobody’s own: there is no profile to change. Use a personal key or X-On-Behalf-Of.',
  },
})

export const me = resource({
  get: L('GET /v1/me', {
    summary: 'Who this credential is: person or key, role, rights, acting for whom',
    permission: null,
    returns: Me,
  }),
  change: U('PATCH /v1/me', {
    summary:
      'Change the own profile; a new e-mail counts once it is confirmed by the link that is mailed there',
    permission: 'me:write',
    body: z.strictObject(profile),
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
