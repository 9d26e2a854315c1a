// Identifiers are TypeIDs (github.com/jetify-com/typeid): a prefix that names the kind and a UUIDv7,
// so they sort by time and the same string stands in the API, the tables and the logs.
import { typeidUnboxed } from 'typeid-js'
import { z } from 'zod'
import { filterKinds } from './own-filters.ts'

/** Every prefix in use, and the resource it names. One table, so that no two resources share a prefix. */
export const prefixes = {
  evt: 'event',
  sch: 'school',
  usr: 'user',
  key: 'API key',
  fld: 'custom field',
  grp: 'group',
  idn: 'identity',
  tag: 'tag',
  acc: 'access',
  ses: 'session',
  cns: 'consent',
  crs: 'course',
  off: 'offer',
  ofi: 'offer item',
  ord: 'order',
  ori: 'order item',
  pay: 'payment',
  whk: 'webhook subscription',
  dlv: 'webhook delivery',
  dat: 'delivery attempt',
  job: 'job',
  wbn: 'webinar',
  dom: 'domain',
  aud: 'audit record',
  req: 'request record',
} as const

export type Prefix = keyof typeof prefixes
export type Id<P extends Prefix> = `${P}_${string}`

/** A new identifier; later ones sort after earlier ones (to the millisecond, and monotonic inside a process). */
export function newId<P extends Prefix>(prefix: P): Id<P> {
  return typeidUnboxed(prefix) as unknown as Id<P>
}

// The first character carries only three bits of the 128, hence 0-7.
const shapes = Object.fromEntries(
  Object.keys(prefixes).map(prefix => [prefix, new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)]),
) as Record<Prefix, RegExp>

/** Whether a string is a well-formed identifier of this kind. */
export const isId = <P extends Prefix>(prefix: P, value: string): value is Id<P> => shapes[prefix].test(value)

/** The schema of an identifier of one kind. */
export function id<P extends Prefix>(prefix: P) {
  return z
    .string()
    .regex(shapes[prefix], `must be the id of a ${prefixes[prefix]} (${prefix}_…)`)
    .meta({ examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] })
    .register(filterKinds, { kind: 'id', prefix }) as unknown as z.ZodType<Id<P>, Id<P>>
}
