// The personal entry of a registration is computed, and stored nowhere: whoever has it is this participant in the room.
// It says nothing about the person, and is void while the registration is canceled. The entry of a session is its host's,
// who leads the video. The token of a callback is of another use, so that none is good for the other.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Runtime } from '@lms/service-host'

type Vault = Runtime['vault']
const uses = { entry: 'entries to webinars', callback: 'callbacks of video' } as const
type Use = keyof typeof uses

const signature = (key: Buffer, school: string, id: string): string =>
  createHmac('sha256', key).update(`${school}\n${id}`).digest('base64url').slice(0, 32)

/** `<id>.<192 bits of HMAC-SHA-256>`. */
export const tokenOf = (vault: Vault, school: string, id: Id<'wbr'> | Id<'wbs'>, use: Use): string =>
  `${id}.${signature(vault.derive(uses[use]), school, id)}`

/** The path of the room at the school's own address. */
export const entryPath = (vault: Vault, school: string, id: Id<'wbr'>): string =>
  `/rooms/${tokenOf(vault, school, id, 'entry')}`

/** The path by which the host comes into the video of a session. */
export const hostPath = (vault: Vault, school: string, id: Id<'wbs'>): string =>
  `/rooms/${tokenOf(vault, school, id, 'entry')}?video`

/** The registration of a token of this school; null if it is forged or another school's. */
export const readEntry = (vault: Vault, school: string, token: string): Id<'wbr'> | null =>
  readToken(vault, school, token, { prefix: 'wbr', use: 'entry' })

/** The object of a token of this school; null if it is forged, of another use, or another school's. */
export function readToken<P extends 'wbr' | 'wbs'>(
  vault: Vault,
  school: string,
  token: string,
  { prefix, use }: { prefix: P; use: Use },
): Id<P> | null {
  const [id, given, ...rest] = token.split('.')
  if (!id || !given || rest.length || !isId(prefix, id)) return null
  const matches = vault.derivedKeys(uses[use]).some(({ key }) => isSame(given, signature(key, school, id)))
  return matches ? id : null
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
