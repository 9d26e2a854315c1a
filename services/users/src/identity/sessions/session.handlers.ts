import { Refused } from '@lms/contract'
import { missing } from '@lms/service-host'
import { agentCaller } from '../../agent/caller.ts'
import { builder } from '../../builder.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import { checkReach } from '../../reach.ts'
import { roleRights } from '../../roles.ts'
import { sessionInternalApi, sessionRefusals, sessions } from './session.contract.ts'
import { readSession } from './session-token.ts'

export const sessionHandlers = builder.implement(sessions, {
  list: async ({ path, query }, { users, sessions }) => {
    await users.get(path.id)
    return sessions.ofUser(path.id, query)
  },

  close: async ({ path, body, caller, work }, { users, sessions }) => {
    const user = await users.lock(path.id)
    checkReach(user, caller)
    const open = await sessions.idsOf(user.id)
    if (body.session_id === undefined) {
      sessions.closeOf(user.id)
      invalidateCaches(work, 'user', user.id)
      return { user_id: user.id, closed: open.length }
    }
    if (!open.includes(body.session_id)) throw new Refused(sessionRefusals.session_unknown)
    sessions.close(body.session_id)
    invalidateCaches(work, 'session', body.session_id)
    return { user_id: user.id, closed: 1 }
  },
})

export const sessionInternalHandlers = builder.implement(sessionInternalApi, {
  resolve: async ({ body, now, work, runtime }, stores) => {
    const claims = readSession(body.token, work.school, Date.parse(now), runtime.vault)
    if (!claims) return agentCaller(body.token, { now, work, runtime }, stores)
    const { sessions, users } = stores
    const [session, user] = await Promise.all([sessions.find(claims.session), users.find(claims.user)])
    if (session?.user_id !== claims.user || session.expires_at <= now) return missing()
    if (user?.status !== 'active') return missing()
    return {
      key: session.id,
      kind: 'session' as const,
      role: user.role,
      user: user.id,
      rights: [[...roleRights[user.role]]],
      allowed_networks: null,
      expires_at: session.expires_at,
      only: null,
    }
  },
})
