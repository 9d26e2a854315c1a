// The address of a person's calendar is computed, and stored nowhere: whoever has it reads the calendar, like the person.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Runtime } from '@lms/service-host'

type Vault = Runtime['vault']
const use = 'calendars'
/** 192 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 24

/** Whose calendar, and how often its address was renewed. */
export interface CalendarLink {
  readonly user: Id<'usr'>
  readonly number: number
}

const numberOf = ({ number }: CalendarLink) => (number === 0 ? '' : `.${number}`)

const signature = (link: CalendarLink, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`${school}\n${link.user}${numberOf(link)}`)
    .digest()
    .subarray(0, signatureBytes)

/** `<person>.<signature>`; `<person>.<number>.<signature>` of an address that was renewed. */
export const calendarToken = (link: CalendarLink, school: string, vault: Vault): string =>
  `${link.user.slice('usr_'.length)}${numberOf(link)}.${signature(link, school, vault.derive(use)).toString('base64url')}`

/** The link of a token of this school; null if it is forged. Tokens signed by an older key of the ring are valid. */
export function linkOfToken(token: string, school: string, vault: Vault): CalendarLink | null {
  const [, suffix, number = '0', sentSignature] =
    /^([0-9a-z]{26})(?:\.([1-9]\d{0,8}))?\.([\w-]{32})$/.exec(token) ?? []
  const user = `usr_${suffix}`
  if (!sentSignature || !isId('usr', user)) return null
  const ours = Buffer.from(sentSignature, 'base64url')
  const link = { user, number: Number(number) }
  return vault.derivedKeys(use).some(({ key }) => timingSafeEqual(signature(link, school, key), ours))
    ? link
    : null
}
