// The values of one row of a file, read as fields of a person: pure. A value that cannot be taken costs itself, not its row.
import { cut, Refused } from '@lms/contract'
import type { CustomField } from '../custom-fields/field.contract.ts'
import { checkValues, type FieldValue } from '../custom-fields/field.rules.ts'
import { NewUser } from '../users/user.contract.ts'
import { countryOf } from './country.ts'
import { type Extras, extrasIn } from './extras.rules.ts'
import { languageOf } from './language.ts'
import { phoneOf } from './phone.ts'
import type { Reading, RowFault } from './reading.ts'
import { valueIn } from './value.rules.ts'

/** The fields that the row has a value for. */
export interface PersonFields {
  readonly email?: string
  readonly phone?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly locale?: string
  readonly time_zone?: string
  readonly custom_fields: Readonly<Record<string, FieldValue>>
}

/** A row as it is read. `faults` are values that were left out or shortened; without a contact the row is refused. */
export type RowRead =
  | { readonly personFields: PersonFields; readonly extras: Extras; readonly faults: readonly RowFault[] }
  | { readonly personFields: null; readonly faults: readonly RowFault[] }

const custom = 'custom_fields.'
const plain = ['email', 'phone', 'first_name', 'last_name', 'locale', 'time_zone'] as const
/** Texts that are shortened to their maximum where they are longer. */
const shortened = { first_name: 100, last_name: 100 } as const

/** Reads a row; empty texts count as absent. */
export function readRow(values: Readonly<Record<string, string>>, reading: Reading): RowRead {
  const texts = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const faults: RowFault[] = []
  const { full_name, ...others } = texts
  const namedTexts: Record<string, string> = { ...splitName(full_name), ...others }
  const set = plainFields(namedTexts, reading, faults)
  if (!set.email && !set.phone) return { personFields: null, faults: contactFaults(faults) }
  const custom_fields = customFields(namedTexts, reading, faults)
  const extras = extrasIn(namedTexts, reading, faults)
  return { personFields: { ...set, custom_fields }, extras, faults }
}

/** Why a row has no contact: its only one cannot be taken, or there is none. */
function contactFaults(faults: readonly RowFault[]): RowFault[] {
  const contacts = faults.filter(({ field }) => field === 'email' || field === 'phone')
  return contacts.length ? contacts : [{ field: null, message: 'the row has neither an e-mail nor a phone' }]
}

function plainFields(
  texts: Readonly<Record<string, string>>,
  { country }: Reading,
  faults: RowFault[],
): Record<string, string> {
  const ownCountry = texts.country === undefined ? null : countryOf(texts.country)
  if (texts.country !== undefined && !ownCountry)
    faults.push({ field: 'country', message: `${quoted(texts.country)} is no country` })
  const readers: Partial<Record<(typeof plain)[number], (text: string) => string>> = {
    email: addressIn,
    phone: text => phoneOf(text, ownCountry ?? country),
    locale: languageOf,
  }
  const set: Record<string, string> = {}
  for (const field of plain) {
    const text = texts[field]
    if (text === undefined) continue
    const value = readers[field]?.(text) ?? text
    const read = NewUser.shape[field].safeParse(value)
    const most = field in shortened ? shortened[field as keyof typeof shortened] : null
    if (read.success) set[field] = value
    else if (most !== null && value.length > most) {
      set[field] = cut(value, most)
      faults.push({ field, message: `is shortened to ${most} characters` })
    } else faults.push({ field, message: messageOf(field, read.error.issues[0]!.message) })
  }
  return set
}

/** `ann@school.org` of `Ann Lee <ann@school.org>` and of a link. */
const addressIn = (text: string) => (/^[^<>]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '')

const messageOf = (field: string, message: string) =>
  field === 'phone'
    ? 'must be a phone with its country code, +491711234567, or one of the country of the row or the school'
    : message

const quoted = (text: string) => `“${cut(text, 40)}”`

/** The first word is the first name. */
function splitName(name: string | undefined): { first_name?: string; last_name?: string } {
  if (!name) return {}
  const [first, ...rest] = name.split(/\s+/)
  return rest.length ? { first_name: first!, last_name: rest.join(' ') } : { first_name: first! }
}

/** The values of custom fields that these take. */
function customFields(
  texts: Readonly<Record<string, string>>,
  { fields, order }: Reading,
  faults: RowFault[],
): Record<string, FieldValue> {
  const names = Object.keys(texts).filter(name => name.startsWith(custom))
  const values = names.flatMap((name): [string, FieldValue][] => {
    const key = name.slice(custom.length)
    const value = valueIn(texts[name]!, fields.get(key), order)
    const fault = customFault(key, value, fields)
    if (!fault) return [[key, value]]
    faults.push({ field: name, message: fault })
    return []
  })
  return Object.fromEntries(values)
}

function customFault(
  name: string,
  value: FieldValue,
  fields: ReadonlyMap<string, CustomField>,
): string | null {
  try {
    checkValues({ [name]: value }, [...fields.values()])
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.details[0]?.message ?? error.message
  }
}
