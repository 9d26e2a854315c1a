// Sign-in with the school's messenger, from web pages: a publishable key is enough.
import { C, event, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { User, userCreated } from '../../people/users/user.contract.ts'
import { initData, messengerRefusals, SignedFields } from '../messenger/messenger.contract.ts'
import { Session } from '../sessions/session.contract.ts'

/** A sign-in in its event: address and program stay between the person and the school. */
export const SignIn = Session.omit({ address: true, agent: true, last_seen_at: true })

export const userSignedIn = event('user.signed_in', {
  when: 'a person signed in; the object names the method',
  object: SignIn,
  related: ['user_id', 'session_id', 'identity_id'],
})

export const AccessToken = z.object({
  access_token: z
    .string()
    .describe('Send it as `Authorization: Bearer …`. It is valid until it expires or its session is closed.'),
  token_type: z.literal('Bearer').describe('Always `Bearer`, for the header `Authorization`.'),
  expires_at: timestamp(),
  user: User,
})

export const signInRefusals = refuse({
  person_blocked: {
    status: 409,
    when: 'the person is blocked in this school',
    message: 'This person is blocked in this school. The school can unblock them.',
  },
  person_deleted: {
    status: 409,
    when: 'the person was deleted from this school',
    message: 'This person was deleted from this school. The school can remove the login method from them.',
  },
})

const shared = {
  permission: null,
  publishable: true,
  returns: AccessToken,
  refuses: [...Object.values(messengerRefusals), ...Object.values(signInRefusals)],
  emits: [userCreated, userSignedIn],
  bound: 'event',
  secretAnswer: true,
} as const

export const auth = resource({
  messenger: C('POST /v1/auth/messenger', {
    ...shared,
    summary: 'Sign in with the messenger’s widget; a new person becomes a student',
    body: SignedFields,
    example: { id: 123456789, first_name: 'Ann', auth_date: 1795253400, hash: '5e9f…' },
  }),
  miniApp: C('POST /v1/auth/messenger/miniapp', {
    ...shared,
    summary: 'Sign in from the messenger’s mini-app; a new person becomes a student',
    body: z.strictObject({
      initData: initData().describe('The text that the messenger gives the mini-app, unchanged.'),
    }),
    example: { initData: 'query_id=…&user=%7B%22id%22%3A123456789…&auth_date=1795253400&hash=5e9f…' },
  }),
})
