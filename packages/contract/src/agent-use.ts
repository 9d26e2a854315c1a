// What the school's agent may do with an operation, unless its declaration says otherwise.
import { type Class, classes } from './classes.ts'

/**
 * `read`: call it. `ask`: propose it to a person, who confirms. `outward`: the same, and what follows leaves the school,
 * such as a message or a payment back. `never`: nothing.
 */
export type AgentUse = 'read' | 'ask' | 'outward' | 'never'

/** Resources that are about who may do what: an agent that could touch them could give rights to itself. */
const ofRights = new Set(['api-keys', 'auth', 'agent', 'identities', 'sessions'])
/** Changes that nobody can take back, and data of people or of the whole school that leave it: a person orders them alone. */
const ofPersonsAlone = new Set(['exports', 'data-export', 'anonymize'])
/** A field of a person that gives rights. */
export const fieldOfRights = 'role'
/** Resources whose changes leave the school. */
const ofOthers = new Set(['messages', 'mailings', 'campaigns', 'bulk-actions', 'webhooks', 'events'])

/**
 * Of the parts of the path and the class: a public read needs no credential, so the agent has no use for it, and an
 * answer with a secret is nobody's but the caller's.
 */
export function usualUse({
  class: name,
  path,
  secretAnswer = false,
  readOnly = false,
}: {
  class: Class
  path: string
  secretAnswer?: boolean
  readOnly?: boolean
}): AgentUse {
  const parts = path.split('/')
  if (secretAnswer || name === 'P' || name === 'I' || parts.some(part => ofRights.has(part))) return 'never'
  if (!classes[name].changes || readOnly) return 'read'
  if (parts.some(part => ofPersonsAlone.has(part))) return 'never'
  return parts.some(part => ofOthers.has(part)) ? 'outward' : 'ask'
}
