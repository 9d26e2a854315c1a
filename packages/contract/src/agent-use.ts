// What the school's agent may do with an operation, unless its declaration says otherwise.
import { z } from 'zod'
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
const rightsMark = 'x-gives-rights'
/** Declares a field whose value gives rights: the agent proposes no call that sets it, in whichever body it stands. */
export const givesRights = <S extends z.ZodType>(schema: S): S =>
  schema.meta({ ...schema.meta(), [rightsMark]: true }) as S

/** Whether a value sets a field that gives rights, at any depth of a body of this schema. */
export function setsRights(schema: z.ZodType, value: unknown): boolean {
  if (value === undefined) return false
  if (schema.meta()?.[rightsMark]) return true
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return setsRights(schema.unwrap() as z.ZodType, value)
  if (schema instanceof z.ZodUnion)
    return schema.options.some(option => setsRights(option as z.ZodType, value))
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) && value.some(item => setsRights(schema.element as z.ZodType, item))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return false
  return Object.entries(schema.shape).some(
    ([name, field]) =>
      Object.hasOwn(value, name) && setsRights(field as z.ZodType, (value as Record<string, unknown>)[name]),
  )
}
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
