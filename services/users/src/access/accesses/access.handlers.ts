import { newId, Refused } from '@lms/contract'
import { byId } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { refusals as memberRefusals } from '../groups/member.contract.ts'
import { accesses, accessGranted, refusals } from './access.contract.ts'
import { changeAccess, newAccess } from './access.rules.ts'

export const accessHandlers = builder.implement(
  accesses,
  {
    list: ({ query }, { accesses }) => accesses.page(query),

    create: async ({ body, now, emit }, { accesses, members }) => {
      const access = newAccess(body, newId('acc'), now)
      const present = await members.present([body.user_id])
      if (!present.has(body.user_id)) throw new Refused(memberRefusals.user_unknown)
      emit(accessGranted, access)
      return accesses.grant(access)
    },

    get: ({ path }, { accesses }) => accesses.get(path.id),

    update: async ({ path, body, now }, { accesses }) => {
      const access = await accesses.lock(path.id)
      const { moves, access: changed } = changeAccess(access, body, now)
      const { status: _, ...fields } = changed
      // Whoever unfreezes it by hand ends also what a pause of its subscription has stopped.
      const { paused_at, held_at } = changed.status === 'frozen' ? access : { paused_at: null, held_at: null }
      const heldSince = body.status === 'frozen' ? (held_at ?? now) : held_at
      return accesses.move(access, moves, { ...fields, paused_at, held_at: heldSince })
    },

    revoke: async ({ path }, { accesses }) => {
      const access = await accesses.lock(path.id)
      if (access.source === 'group') throw new Refused(refusals.access_from_group)
      if (access.status !== 'revoked') accesses.end([access], 'revoke')
      return { id: access.id, deleted: true as const }
    },
  },
  { user: async (ids, { users }) => byId(await users.many(ids)) },
)
