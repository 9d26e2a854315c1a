// Identifiers are TypeIDs (github.com/jetify-com/typeid): a prefix that names the kind, and a UUIDv7. They sort by
// time, and the API, the tables and the logs use the same string.
import { typeidUnboxed } from 'typeid-js'
import { z } from 'zod'
import { idOf } from './fault.ts'
import { filterKinds } from './filter.ts'
import { type Prefix, prefixes } from './prefixes.ts'

export type Id<P extends Prefix> = `${P}_${string}`

/** A new identifier; later ones sort after earlier ones (to the millisecond; strictly within a process). */
export function newId<P extends Prefix>(prefix: P): Id<P> {
  return typeidUnboxed(prefix) as unknown as Id<P>
}

// The first character encodes only three bits of the 128, hence 0-7.
const shapes = Object.fromEntries(
  Object.keys(prefixes).map(prefix => [prefix, new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)]),
) as Record<Prefix, RegExp>

/** Whether a string is a well-formed identifier of this kind. */
export const isId = <P extends Prefix>(prefix: P, value: string): value is Id<P> => shapes[prefix].test(value)

/** The schema of an identifier of one kind. */
export function id<P extends Prefix>(prefix: P) {
  return z
    .string()
    .regex(shapes[prefix], `must be ${idOf([prefix])}`)
    .meta({ examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] })
    .register(filterKinds, { kind: 'id', prefix }) as unknown as z.ZodType<Id<P>, Id<P>>
}
