// The kinds of filters of a list.
import { z } from 'zod'
import type { Prefix } from './prefixes.ts'

export type Filter =
  | { readonly kind: 'text' | 'email' | 'phone' }
  | { readonly kind: 'id'; readonly prefix: Prefix }
  | { readonly kind: 'state'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'time'; readonly end?: 'first' | 'last' }

/**
 * The kinds of filters. All accept several values, separated by commas; `time` and `integer` also `[gt] [gte] [lt]
 * [lte]` with one value. The ends of a period of figures (`from`, `to`) take no such bounds, but days of the school, too. An
 * e-mail is compared in the form of `emailKey`, a phone in E.164.
 */
export const filter = {
  text: { kind: 'text' },
  email: { kind: 'email' },
  phone: { kind: 'phone' },
  id: (prefix: Prefix) => ({ kind: 'id', prefix }) as const,
  state: <const T extends readonly string[]>(values: T) => ({ kind: 'state', values }) as const,
  boolean: { kind: 'boolean' },
  integer: { kind: 'integer' },
  time: { kind: 'time' },
  from: { kind: 'time', end: 'first' },
  to: { kind: 'time', end: 'last' },
} as const satisfies Record<string, Filter | ((...args: never[]) => Filter)>

/** The kind of filter of a field whose type alone does not decide it. */
export const filterKinds = z.registry<Filter>()
