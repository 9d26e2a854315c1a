import { I, id, LN, M, oneOf, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { reachRefusals } from '../../reach.ts'
import { ResolvedKey } from '../api-keys/key.contract.ts'

export const methods = ['messenger', 'messenger_miniapp'] as const

export const Session = z.object({
  id: id('ses'),
  user_id: id('usr'),
  identity_id: id('idn').describe('The login method of the session.'),
  method: oneOf(methods).describe('How the person signed in.'),
  address: z.string().nullable().describe('The IP address at sign-in.'),
  agent: z.string().nullable().describe('The program at sign-in, as its User-Agent, shortened.'),
  last_seen_at: timestamp().describe('When the session was last used, to the minute.'),
  expires_at: timestamp(),
  created_at: timestamp(),
})
export type Session = z.infer<typeof Session>

export const sessionRefusals = refuse({
  session_unknown: {
    status: 422,
    when: 'session_id is not an active session of this person',
    message:
      'session_id must be an active session of this person. It may have been closed, or may have expired.',
  },
})

export const sessions = resource({
  list: LN('GET /v1/users/{id}/sessions', {
    summary: 'List the active sessions of a person',
    permission: 'sessions:read',
    returns: Session,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  close: M('DELETE /v1/users/{id}/sessions', {
    summary: 'Close one session of a person, or all; this takes effect everywhere within a second',
    permission: 'sessions:write',
    body: z.strictObject({
      session_id: id('ses').optional().describe('The session to close. Default: all of them.'),
    }),
    returns: z.object({ user_id: id('usr'), closed: z.int().describe('The number of closed sessions.') }),
    refuses: [sessionRefusals.session_unknown, reachRefusals.person_out_of_reach],
  }),
})

export const sessionInternalApi = resource({
  /** The caller of a session's token. 404 if the session is not of this school, closed or expired. */
  resolve: I('POST /internal/sessions/resolve', {
    summary: 'Resolve the token of a session',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: z.string().max(1000) }),
    returns: ResolvedKey,
  }),
})
