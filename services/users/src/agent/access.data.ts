import { rowsOfPerson } from '@lms/service-host'
import { invalidateCaches } from '../invalidate-caches.ts'
import type { OwnPersonalData } from '../people/users/personal-data.ts'
import { AgentAccess } from './access.contract.ts'

/** Accesses to the agent. They do not move to another person, to whom nobody opened it. */
export const agentAccessData: OwnPersonalData = {
  what: 'accesses to the agent',
  on_merge: 'that of the duplicate ends',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  ...rowsOfPerson(({ agentAccesses }) => agentAccesses, 'agent_accesses.user_id', AgentAccess),
  move: ({ from }, { work }, { agentAccesses }) => {
    agentAccesses.closeOf(from)
    invalidateCaches(work, 'user', from)
  },
  erase: (id, { work }, { agentAccesses }) => {
    agentAccesses.closeOf(id)
    invalidateCaches(work, 'user', id)
  },
}
