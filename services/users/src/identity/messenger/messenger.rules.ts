// Checks the messenger's signed data about a person as the messenger documents it. Pure: time and token are parameters.
//
// Widget: core.telegram.org/widgets/login, "Checking authorization". Mini-app: core.telegram.org/bots/webapps,
// "Validating data received via the Mini App". Both sign the sorted lines `name=value` with HMAC-SHA256; the widget's
// key is the SHA-256 of the bot's token, the mini-app's its HMAC under the key "WebAppData".
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { formatTime, Refused } from '@lms/contract'
import { messengerRefusals, type SignedFields } from './messenger.contract.ts'

/** A person in the messenger's signed data. */
export interface MessengerPerson {
  /** Their number in the messenger. */
  subject: string
  firstName: string
  lastName: string
  username: string | null
  /** BCP 47, the language of the messenger's interface; null if unknown. */
  language: string | null
  /** The signature, hex; it can be used once. */
  signature: string
  /** When the signature becomes too old to be accepted. */
  signatureEnds: string
}

/** Seconds that a signature is valid. */
const longest = 3600
/** Seconds that the messenger's clock may be ahead. */
const skew = 60

/** The person of the widget's fields; refuses with signature_invalid. `now` in the form of the API. */
export function readWidget(signedFields: SignedFields, botToken: string, now: string): MessengerPerson {
  const fields = Object.entries(signedFields).map(([name, value]): [string, string] => [name, String(value)])
  const key = createHash('sha256').update(botToken).digest()
  const { signature, authDate } = checkSignature(fields, key, now)
  return {
    ...personOf(signedFields),
    subject: String(signedFields.id),
    language: null,
    signature,
    signatureEnds: endOf(authDate),
  }
}

/** The person of the mini-app's initData; refuses with signature_invalid. */
export function readMiniApp(initData: string, botToken: string, now: string): MessengerPerson {
  const fields = [...new URLSearchParams(initData)]
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const { signature, authDate } = checkSignature(fields, key, now)
  const user = readUser(fields.find(([name]) => name === 'user')?.[1])
  return {
    ...personOf(user),
    subject: String(user.id),
    language: typeof user.language_code === 'string' ? user.language_code : null,
    signature,
    signatureEnds: endOf(authDate),
  }
}

function checkSignature(fields: readonly (readonly [string, string])[], key: Buffer, now: string) {
  const hash = fields.find(([name]) => name === 'hash')?.[1]
  // A line break inside a value could imitate another field, and a repeated name has two values.
  const plain = fields.every(field => field.every(part => !/[\r\n]/.test(part)))
  if (!hash || !plain || new Set(fields.map(([name]) => name)).size < fields.length) throw invalid()
  const lines = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const signature = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
  const [ours, theirs] = [Buffer.from(signature), Buffer.from(hash)]
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) throw invalid()
  return { signature, authDate: checkDate(fields.find(([name]) => name === 'auth_date')?.[1], now) }
}

function checkDate(text = '', now: string): number {
  const authDate = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  const age = Date.parse(now) / 1000 - authDate
  if (age > longest) throw new Refused(messengerRefusals.signature_invalid, tooOld)
  if (!(age >= -skew)) throw invalid()
  return authDate
}

const tooOld = 'The signature is more than an hour old. Let the person sign in with the messenger again.'
const invalid = () => new Refused(messengerRefusals.signature_invalid)
const endOf = (authDate: number) => formatTime(new Date((authDate + longest + skew) * 1000))

type GivenPerson = Partial<Record<'first_name' | 'last_name' | 'username', unknown>>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const personOf = ({ first_name, last_name, username }: GivenPerson) => ({
  firstName: textOf(first_name),
  lastName: textOf(last_name),
  username: textOf(username) || null,
})

/** The person of a mini-app. One opened from a channel's keyboard has none, so nobody can sign in. */
function readUser(text = ''): GivenPerson & { id: number; language_code?: unknown } {
  try {
    const user = JSON.parse(text)
    if (Number.isSafeInteger(user?.id) && user.id > 0) return user
  } catch {}
  throw new Refused(messengerRefusals.signature_invalid, 'The initData names no person who could sign in.')
}

const maxName = 100
/**
 * A name that a person's record accepts: never cut inside a character, and without characters that the database
 * refuses.
 */
export const nameOf = (text: string) =>
  [...text.toWellFormed().replaceAll('\u0000', '')].reduce(
    (name, character) => (name.length + character.length > maxName ? name : name + character),
    '',
  )

/** The display name of a login method: the full name, else the name in the messenger, else the number. */
export const displayName = ({ firstName, lastName, username, subject }: MessengerPerson) =>
  nameOf([firstName, lastName].filter(Boolean).join(' ') || (username ? `@${username}` : subject))
