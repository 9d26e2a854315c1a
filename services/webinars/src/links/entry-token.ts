// The personal entry of a registration is computed, and stored nowhere: whoever has it is this participant in the room.
// It says nothing about the person, and is void while the registration is canceled. The entry of a session is its host's,
// who leads the video. The token of a callback is of another use, so that none is good for the other.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Runtime } from '@lms/service-host'

type Vault = Runtime['vault']
const uses = { entry: 'entries to webinars', callback: 'callbacks of video' } as const
type Use = keyof typeof uses

const signature = (key: Buffer, school: string, subject: string): string =>
  createHmac('sha256', key).update(`${school}\n${subject}`).digest('base64url').slice(0, 32)

/** `<id>.<192 bits of HMAC-SHA-256>`. */
export const tokenOf = (vault: Vault, school: string, id: Id<'wbr'> | Id<'wbs'>, use: Use): string =>
  `${id}.${signature(vault.derive(uses[use]), school, id)}`

/** A registration, and how often its entry was renewed. */
export interface Entry {
  readonly id: Id<'wbr'>
  readonly entry_number: number
}

/** The path of the room at the school's own address; that of a renewed entry holds its number. */
export function entryPath(vault: Vault, school: string, { id, entry_number }: Entry): string {
  const subject = entry_number === 0 ? id : `${id}.${entry_number}`
  return `/rooms/${subject}.${signature(vault.derive(uses.entry), school, subject)}`
}

/** The path by which the host comes into the video of a session. */
export const hostPath = (vault: Vault, school: string, id: Id<'wbs'>): string =>
  `/rooms/${tokenOf(vault, school, id, 'entry')}?video`

/** The registration of a token of this school; null if it is forged or another school's. */
export function readEntry(vault: Vault, school: string, token: string): Entry | null {
  const [, subject, id, number = '0', digest] =
    /^((wbr_\w{26})(?:\.([1-9]\d{0,8}))?)\.([\w-]{32})$/.exec(token) ?? []
  if (!subject || !id || !digest || !isId('wbr', id)) return null
  return isSigned(vault, school, { subject, digest, use: 'entry' })
    ? { id, entry_number: Number(number) }
    : null
}

/** The object of a token of this school; null if it is forged, of another use, or another school's. */
export function readToken<P extends 'wbr' | 'wbs'>(
  vault: Vault,
  school: string,
  token: string,
  { prefix, use }: { prefix: P; use: Use },
): Id<P> | null {
  const [id, digest, ...rest] = token.split('.')
  if (!id || !digest || rest.length || !isId(prefix, id)) return null
  return isSigned(vault, school, { subject: id, digest, use }) ? id : null
}

const isSigned = (
  vault: Vault,
  school: string,
  { subject, digest, use }: { subject: string; digest: string; use: Use },
): boolean => vault.derivedKeys(uses[use]).some(({ key }) => isSame(digest, signature(key, school, subject)))

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
