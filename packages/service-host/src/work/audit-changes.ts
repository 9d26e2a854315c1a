// Which fields of an object a change has changed, as the audit log may keep it: no personal data, and nothing long. Pure.
import { isDeepStrictEqual } from 'node:util'
import {
  type AuditChange,
  isPersonalField,
  maxAuditedFields,
  maxAuditedText,
  personalPaths,
} from '@lms/contract'
import type { z } from 'zod'

/** An object before and after, with the names of its hidden columns. */
export interface Changed {
  readonly before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  readonly hidden: ReadonlySet<string>
}

/** The answer to a proposal of the agent, in the body of the one operation that gives it. */
export function answerOfProposal(route: string, body: unknown): 'yes' | 'no' | null {
  if (route !== 'POST /v1/agent/confirmations/{id}') return null
  return (body as { answer?: string } | null)?.answer === 'yes' ? 'yes' : 'no'
}

/** Fields that change with every change. */
const stamps = new Set(['version', 'updated_at', 'school_id'])
/** Words of the product in objects of a person; every other text in them may be about the person. */
const words = new Set(['status', 'role', 'kind', 'currency', 'locale', 'time_zone', 'collection_method'])
const idOrTime = /^(?:[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?)$/

const declared = new WeakMap<z.ZodType, ReadonlySet<string>>()

/** The fields of a schema in which something is declared personal. */
function personalOf(schema: z.ZodType): ReadonlySet<string> {
  const cached = declared.get(schema)
  if (cached) return cached
  const names = new Set(personalPaths(schema).map(path => path.split('.')[0]!))
  declared.set(schema, names)
  return names
}

/** The changed fields, at most thirty of them in the order of the object. `schema` declares what is personal. */
export function changesOf({ before, after, hidden }: Changed, schema: z.ZodType | null): AuditChange[] {
  const personal = schema ? personalOf(schema) : new Set<string>()
  const ofPerson = Boolean(after.user_id ?? before.user_id) || String(after.id ?? '').startsWith('usr_')
  const fields = Object.keys(after).filter(
    name => !hidden.has(name) && !stamps.has(name) && !isDeepStrictEqual(before[name], after[name]),
  )
  return fields.slice(0, maxAuditedFields).map(field => {
    const isPersonal = personal.has(field) || isPersonalField(field)
    const values = [before[field], after[field]]
    const texts = values.map(value => (isPersonal ? undefined : shownText(field, value, ofPerson)))
    const shown = !texts.includes(undefined)
    const [was, is] = shown ? (texts as (string | null)[]) : [null, null]
    return { field, before: was!, after: is!, shown }
  })
}

/** The value as text; null for nothing, undefined for what is not kept. */
function shownText(field: string, value: unknown, ofPerson: boolean): string | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isOfProduct = idOrTime.test(text) || words.has(field)
  if (text.length > maxAuditedText || text.includes('@') || (ofPerson && !isOfProduct)) return undefined
  return text
}
