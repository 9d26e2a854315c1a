import {
  atMost,
  C,
  deleted,
  full,
  id,
  L,
  moment,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
  U,
} from '@lms/contract'
import { z } from 'zod'

/** Roles to which the owner can open the agent as a whole. The owner has it always. */
export const openRoles = ['administrator', 'manager'] as const
const maxAccesses = 200

export const AgentAccess = z.object({
  id: id('aga'),
  user_id: id('usr').nullable().describe('The person that it is open to; null for a role.'),
  role: oneOf(openRoles).nullable().describe('The role that it is open to; null for a person.'),
  open: z.boolean(),
  note: personal(text(500)),
  expires_at: timestamp().nullable().describe('Until when; null for no end.'),
  ...stamps,
})
export type AgentAccess = z.infer<typeof AgentAccess>

export const accessRefusals = refuse({
  agent_of_owner: {
    status: 403,
    when: 'the caller does not have the role owner',
    message: 'Only an owner of the school opens and closes the agent. Ask one of them.',
  },
  agent_access_taken: {
    status: 409,
    when: 'the agent is open to this person already',
    message: 'The person has an access to the agent. Change it with PATCH /v1/agent/access.',
  },
  agent_access_unknown: {
    status: 422,
    when: 'the person has no access to the agent',
    message: 'The person has no access to the agent. Open it with POST /v1/agent/access.',
  },
  agent_user_invalid: {
    status: 422,
    when: 'userId is not the id of an active administrator or manager',
    message: 'userId must be an active person of this school with the role administrator or manager.',
  },
  agent_term_past: {
    status: 422,
    when: 'expires_at is not in the future',
    message: 'expires_at must be in the future. To close the agent, use DELETE /v1/agent/access.',
  },
  agent_accesses_limit_reached: full(
    maxAccesses,
    'accesses to the agent',
    'Close some, or open the agent to a role.',
  ),
})

export const accessRoom = atMost(maxAccesses, accessRefusals.agent_accesses_limit_reached)

const term = () => moment().nullable().describe('Until when; null for no end.')
const toPerson = { userId: id('usr').describe('The person.') }

export const agentAccess = resource({
  list: L('GET /v1/agent/access', {
    summary: 'List to whom the owner opened the agent; owners have it always',
    permission: 'agent-access:read',
    returns: AgentAccess,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  open: C('POST /v1/agent/access', {
    summary: 'Open the agent to an administrator or a manager',
    permission: 'agent-access:write',
    body: z.strictObject({ ...toPerson, note: text(500).default(''), expires_at: term().default(null) }),
    returns: AgentAccess,
    refuses: [
      accessRefusals.agent_of_owner,
      accessRefusals.agent_access_taken,
      accessRefusals.agent_user_invalid,
      accessRefusals.agent_term_past,
    ],
    bound: accessRoom,
  }),
  update: U('PATCH /v1/agent/access', {
    summary: 'Open or close the agent to a role, or change the term or note of an access',
    permission: 'agent-access:write',
    body: z
      .strictObject({
        userId: id('usr').optional().describe('The person whose access changes.'),
        role: oneOf(openRoles).optional().describe('In place of userId: the role.'),
        open: z.boolean().optional().describe('A role without an access is opened by true.'),
        note: text(500).optional(),
        expires_at: term().optional(),
      })
      .refine(
        ({ userId, role }) => (userId === undefined) !== (role === undefined),
        'needs either userId or role',
      ),
    example: { role: 'administrator', open: true },
    returns: AgentAccess,
    refuses: [
      accessRefusals.agent_of_owner,
      accessRefusals.agent_access_unknown,
      accessRefusals.agent_term_past,
    ],
  }),
  close: U('DELETE /v1/agent/access', {
    summary: 'Close the agent to a person; running dialogues end within a second',
    permission: 'agent-access:write',
    body: z.strictObject(toPerson),
    returns: deleted(id('aga')),
    refuses: [accessRefusals.agent_of_owner, accessRefusals.agent_access_unknown],
  }),
})
