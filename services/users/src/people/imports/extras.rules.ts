// What a row says besides the fields of a person: tags, groups, news, a study, an order. Pure.
import { cut, type Id, type ImportedSale, isId } from '@lms/contract'
import { decimalsOf } from '@lms/contract/language'
import { momentOf } from './day.ts'
import type { Reading, RowFault } from './reading.ts'
import { numberOf, partsOf, truthOf } from './value.rules.ts'

/** Whether the school may write to the address of a row. */
export interface News {
  readonly status: 'subscribed' | 'unsubscribed' | 'bounced'
  readonly at: string | null
  /** Of the text that was agreed to. */
  readonly version?: string
}
/** The study of a course, as it was in another program. */
export interface Study {
  readonly course_id: Id<'crs'>
  readonly access_starts_at: string | null
  readonly access_expires_at: string | null
  readonly completed_at: string | null
  readonly percent: number | null
  readonly certificate_number: string | null
  readonly certificate_issued_at: string | null
}
/** Something that the person bought; the service that sells knows its offer and its currency. */
export type Sale = Omit<ImportedSale, 'row' | 'user_id'>
export interface Extras {
  readonly tags: readonly string[]
  readonly groups: readonly string[]
  /** When the person came to the school. */
  readonly signed_up_at: string | null
  readonly news: News | null
  readonly study: Study | null
  readonly sale: Sale | null
}

/** Names that a row lists at most, and characters of each. */
const maxNames = 50
const longestName = 100

/** What the texts of a row say besides its fields; what cannot be taken goes into the faults. */
export function extrasIn(
  texts: Readonly<Record<string, string>>,
  reading: Reading,
  faults: RowFault[],
): Extras {
  const moment = (field: string, endsDay = false): string | null => {
    const text = texts[field]
    if (text === undefined || noTime.test(text)) return null
    const at = momentOf(text, { ...reading, endsDay })
    if (at === null)
      faults.push({ field, message: 'is no date or time; write 2026-11-21 or 2026-11-21 09:30' })
    return at
  }
  return {
    tags: namesIn('tags', texts, faults),
    groups: namesIn('groups', texts, faults),
    signed_up_at: moment('signed_up_at'),
    news: newsIn(texts, moment, faults),
    study: studyIn(texts, moment, faults),
    sale: saleIn(texts, moment, faults),
  }
}

/** Programs write these for a time that never was. */
const noTime = /^(0|-|never|none|null|n\/a|никогда|не было|0000-00-00.*)$/i

/** Names between semicolons, bars or commas; in quotes where they have such signs themselves. */
function namesIn(field: string, texts: Readonly<Record<string, string>>, faults: RowFault[]): string[] {
  const text = texts[field] ?? ''
  const divider = text.includes(';') ? ';' : text.includes('|') ? '|' : ','
  const names = [...new Set(partsOf(text, divider))]
  const long = names.filter(name => name.length > longestName)
  if (long.length) faults.push({ field, message: `names are shortened to ${longestName} characters` })
  if (names.length > maxNames) faults.push({ field, message: `only the first ${maxNames} are taken` })
  return [...new Set(names.slice(0, maxNames).map(name => cut(name, longestName).trim()))]
}

const statuses: readonly (readonly [RegExp, News['status'] | null])[] = [
  [/^(subscribed|active|confirmed|opted[ -]?in|opt-?in|yes|true|1|да|подписан)$/i, 'subscribed'],
  [/^(unsubscribed|opted[ -]?out|opt-?out|unsubscribe|отписан|отписался)$/i, 'unsubscribed'],
  [/^(cleaned|bounced|hard[ -]?bounced?|invalid|undeliverable|complained|spam|недоступен)$/i, 'bounced'],
  [
    /^(non-?subscribed|never[ -]subscribed|transactional|pending|unconfirmed|inactive|no|false|0|нет)$/i,
    null,
  ],
]

/**
 * The last word counts: an address that takes nothing, then a no, then a yes. A no counts also where its time cannot be read,
 * and nobody has said yes where it cannot be read whether they said no.
 */
function newsIn(
  texts: Readonly<Record<string, string>>,
  moment: (field: string) => string | null,
  faults: RowFault[],
): News | null {
  const status = texts.email_status === undefined ? undefined : statusIn(texts.email_status, faults)
  const [yesAt, noAt, bouncedAt] = [moment('subscribed_at'), moment('unsubscribed_at'), moment('bounced_at')]
  const isOff = texts.unsubscribed === undefined ? false : truthOf(texts.unsubscribed)
  if (isOff === null) faults.push({ field: 'unsubscribed', message: 'must be yes or no' })
  if (status === 'bounced' || isTold(texts.bounced_at)) return { status: 'bounced', at: bouncedAt }
  if (status === 'unsubscribed' || isOff || (isTold(texts.unsubscribed_at) && status !== 'subscribed'))
    return { status: 'unsubscribed', at: noAt }
  if (isOff === null || (status !== 'subscribed' && !(yesAt && status === undefined))) return null
  const version = texts.consent_version && cut(texts.consent_version, 100)
  return { status: 'subscribed', at: yesAt, ...(version && { version }) }
}

/** Whether a text says that there was such a time. */
const isTold = (text: string | undefined) =>
  text !== undefined && !noTime.test(text) && truthOf(text) !== false

function statusIn(text: string, faults: RowFault[]): News['status'] | null {
  const status = statuses.find(([pattern]) => pattern.test(text))
  if (!status)
    faults.push({
      field: 'email_status',
      message: 'must be subscribed, unsubscribed, cleaned or non-subscribed',
    })
  return status?.[1] ?? null
}

function studyIn(
  texts: Readonly<Record<string, string>>,
  moment: (field: string, endsDay?: boolean) => string | null,
  faults: RowFault[],
): Study | null {
  const { course_id, certificate_number = null } = texts
  if (!isId('crs', course_id ?? '')) return null
  const number = certificate_number !== null && certificateNumber.test(certificate_number)
  if (certificate_number !== null && !number)
    faults.push({ field: 'certificate_number', message: 'must have at most 40 letters, digits and dashes' })
  return {
    course_id: course_id as Id<'crs'>,
    access_starts_at: moment('access_starts_at'),
    access_expires_at: moment('access_expires_at', true),
    completed_at: moment('completed_at'),
    percent: percentIn(texts.progress_percent, faults),
    certificate_number: number ? certificate_number : null,
    certificate_issued_at: moment('certificate_issued_at'),
  }
}

const certificateNumber = /^[\p{L}\p{N}](?:[\p{L}\p{N}._/-]{0,38}[\p{L}\p{N}])?$/u

function percentIn(text: string | undefined, faults: RowFault[]): number | null {
  if (text === undefined) return null
  const percent = numberOf(text)
  if (percent !== null && percent >= 0 && percent <= 100) return Math.floor(percent)
  faults.push({ field: 'progress_percent', message: 'must be a number from 0 to 100' })
  return null
}

function saleIn(
  texts: Readonly<Record<string, string>>,
  moment: (field: string) => string | null,
  faults: RowFault[],
): Sale | null {
  const { offer_id, stripe_subscription_id: reference } = texts
  if (!isId('off', offer_id ?? '')) return null
  const short = (field: string, most = 60) => (texts[field] ? cut(texts[field], most) : null)
  const amount = (field: string): number | null => {
    const text = texts[field]
    const value = text === undefined ? null : amountOf(text, texts.order_currency ?? '')
    if (text !== undefined && value === null) faults.push({ field, message: 'must be an amount, as 49.90' })
    return value
  }
  const [customer, price] = [short('stripe_customer_id', 200), short('stripe_price_id', 200)]
  return {
    offer_id: offer_id as Id<'off'>,
    number: short('order_number', 200),
    amount: amount('order_amount'),
    currency: short('order_currency'),
    status: short('order_status'),
    refunded_amount: amount('order_refunded_amount'),
    ordered_at: moment('ordered_at'),
    paid_at: moment('order_paid_at'),
    refunded_at: moment('order_refunded_at'),
    subscription: reference ? { reference: cut(reference, 200), customer, price } : null,
  }
}

/** A sum of money: three digits behind its only sign are thousands, but in currencies with so many decimals. */
function amountOf(text: string, currency: string): number | null {
  const bare = text.replace(/^[a-z]{3}\s*|\s*[a-z]{3}$/gi, '')
  const isWhole = decimalsOf(currency.toUpperCase()) < 3 && /^\D*\d{1,3}[.,]\d{3}\D*$/.test(bare)
  const value = numberOf(isWhole ? bare.replace(/[.,]/, '') : bare)
  return value !== null && value >= 0 ? value : null
}
