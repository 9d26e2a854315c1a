// The personal entry of a registration is computed, and stored nowhere: whoever has it is this participant in the room.
// It says nothing about the person, and is void while the registration is canceled.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Runtime } from '@lms/service-host'

type Vault = Runtime['vault']
const use = 'entries to webinars'

const signature = (key: Buffer, school: string, id: string): string =>
  createHmac('sha256', key).update(`${school}\n${id}`).digest('base64url').slice(0, 32)

/** `<id>.<192 bits of HMAC-SHA-256>`. */
export const entryToken = (vault: Vault, school: string, id: Id<'wbr'>): string =>
  `${id}.${signature(vault.derive(use), school, id)}`

/** The path of the room at the school's own address. */
export const entryPath = (vault: Vault, school: string, id: Id<'wbr'>): string =>
  `/rooms/${entryToken(vault, school, id)}`

/** The registration of a token of this school; null if it is forged or another school's. */
export function readEntry(vault: Vault, school: string, token: string): Id<'wbr'> | null {
  const [id, given, ...rest] = token.split('.')
  if (!id || !given || rest.length || !isId('wbr', id)) return null
  const matches = vault.derivedKeys(use).some(({ key }) => isSame(given, signature(key, school, id)))
  return matches ? id : null
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
