// What a record of the audit log says besides who and when.
import { z } from 'zod'
import { text } from './field-types.ts'

/** The ways in which something is done in a school. */
export const auditWays = ['console', 'api', 'agent', 'import', 'scenario', 'platform', 'system'] as const
export type AuditWay = (typeof auditWays)[number]

/** Fields of one record, and characters of a value. */
export const maxAuditedFields = 30
export const maxAuditedText = 200

export const AuditChange = z.object({
  field: text(100).describe('The field that has changed.'),
  before: text(maxAuditedText)
    .nullable()
    .describe('What it was, as text or JSON; null for nothing, and where `shown` is false.'),
  after: text(maxAuditedText)
    .nullable()
    .describe('What it is since; null for nothing, and where `shown` is false.'),
  shown: z
    .boolean()
    .describe('Whether the log keeps the values: not of personal data, and not of what is too long.'),
})
export type AuditChange = z.infer<typeof AuditChange>
