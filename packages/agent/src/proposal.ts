// A proposed change: whether it can be proposed at all, and what it does, in words made from the call itself. No model
// takes part in either.
import { createHash } from 'node:crypto'
import { isId, type Operation, type Prefix, prefixes, setsRights } from '@lms/contract'
import type { z } from 'zod'
import type { Catalog, Tool, ToolMatch } from './catalog.ts'
import { quoted } from './text.ts'

export interface Call {
  readonly method: string
  readonly path: string
  /** The body as it was given; undefined for none. */
  readonly body: unknown
}

export type Problem =
  | { readonly reason: 'unknown' }
  | { readonly reason: 'never' }
  | { readonly reason: 'unfit'; readonly details: { path: string; message: string }[] }

/** The operation of a call that may be proposed, or why it may not. */
export function proposable(catalog: Catalog, { method, path, body }: Call): ToolMatch | Problem {
  const match = catalog.find(method, path)
  if (!match || method === 'GET') return { reason: 'unknown' }
  const { tool, params } = match
  if (tool.use !== 'ask' && tool.use !== 'outward') return { reason: 'never' }
  if (tool.operation.body && setsRights(tool.operation.body, body)) return { reason: 'never' }
  const wrong = [...wrongIds(tool, params), ...wrongBody(tool.operation, body)]
  return wrong.length ? { reason: 'unfit', details: wrong.slice(0, 50) } : match
}

function wrongIds({ operation }: Tool, params: Readonly<Record<string, string>>) {
  return Object.entries(params).flatMap(([name, value]) => {
    const schema = operation.pathSchemas[name]
    const fits = schema ? schema.safeParse(value).success : !/^(?:id|[a-z]+Id)$/.test(name) || isAnyId(value)
    return fits ? [] : [{ path: `path.${name}`, message: 'is no id' }]
  })
}

const isAnyId = (value: string) => {
  const prefix = value.slice(0, Math.max(0, value.indexOf('_')))
  return Object.hasOwn(prefixes, prefix) && isId(prefix as Prefix, value)
}

function wrongBody({ body: schema }: Operation, body: unknown) {
  const isNothing = body === undefined || (typeof body === 'object' && Object.keys(body ?? {}).length === 0)
  if (!schema) return isNothing ? [] : [{ path: 'body', message: 'this operation takes no body' }]
  const { success, error } = schema.safeParse(body ?? {})
  if (success) return []
  return error.issues.map(({ path, message }) => ({ path: ['body', ...path.map(String)].join('.'), message }))
}

/** The body as text: what is hashed, shown and sent. */
export const bodyText = ({ operation }: Tool, body: unknown): string | null =>
  operation.body ? JSON.stringify(body ?? {}) : null

/** What a person confirms: exactly these three. */
export const hashOf = (method: string, path: string, body: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('hex')

/** Whether the operation has a dry run. */
export const hasDryRun = ({ operation: { body } }: Tool): boolean =>
  body !== null && 'shape' in body && 'dry_run' in (body as unknown as z.ZodObject).shape

const maxSummary = 4000
const maxValue = 200

/**
 * The change in words: what the operation does, on which objects, and each value that is sent. Values are quoted, so that
 * no text of a stranger reads as ours. What leaves the school is shown in full.
 */
export function summaryOf({ tool, params }: ToolMatch, body: string | null): string {
  const most = tool.use === 'outward' ? maxSummary : maxValue
  const values = body === null ? [] : linesOf(JSON.parse(body), '')
  const lines = [
    `${tool.operation.summary}.`,
    ...Object.entries(params).map(([name, value]) => `${name}: ${value}`),
    ...values.map(([name, value]) => `${name}: ${cut(quoted(value), most)}`),
  ]
  return cut(lines.join('\n'), maxSummary)
}

function linesOf(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name || 'value', value]]
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) return [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) => {
    // Names of own fields are texts, too.
    const label = /^[\w-]+$/.test(key) ? key : quoted(key)
    return linesOf(inner, name ? `${name}.${label}` : label)
  })
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
