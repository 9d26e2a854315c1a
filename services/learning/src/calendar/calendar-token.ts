// The address of a person's calendar is computed, and stored nowhere: whoever has it reads the calendar, like the person.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Runtime } from '@lms/service-host'

type Vault = Runtime['vault']
const use = 'calendars'
/** 192 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 24

const signature = (user: string, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${school}\n${user}`).digest().subarray(0, signatureBytes)

/** `<person>.<signature>`. */
export const calendarToken = (user: Id<'usr'>, school: string, vault: Vault): string =>
  `${user.slice('usr_'.length)}.${signature(user, school, vault.derive(use)).toString('base64url')}`

/** The person of a token of this school; null if it is forged. Tokens signed by an older key of the ring are valid. */
export function personOfToken(token: string, school: string, vault: Vault): Id<'usr'> | null {
  const [, suffix, given] = /^([0-9a-z]{26})\.([\w-]{32})$/.exec(token) ?? []
  const user = `usr_${suffix}`
  if (!given || !isId('usr', user)) return null
  const ours = Buffer.from(given, 'base64url')
  return vault.derivedKeys(use).some(({ key }) => timingSafeEqual(signature(user, school, key), ours))
    ? user
    : null
}
