// The values of one row of a file, read as fields of a person: pure.
import { phonePattern, Refused, undividedPhone } from '@lms/contract'
import type { CustomField } from '../custom-fields/field.contract.ts'
import { checkValues, type FieldValue } from '../custom-fields/field.rules.ts'
import { NewUser } from '../users/user.contract.ts'

export interface RowFault {
  readonly field: string | null
  readonly message: string
}
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

const custom = 'custom_fields.'
const plain = ['email', 'phone', 'first_name', 'last_name', 'locale', 'time_zone'] as const

/** Reads a row; empty texts count as absent. */
export function readRow(
  values: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, CustomField>,
): { given: PersonFields } | { faults: RowFault[] } {
  const texts = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const faults: RowFault[] = []
  const { full_name, ...others } = texts
  const namedTexts: Record<string, string> = { ...splitName(full_name), ...others }
  if (namedTexts.phone !== undefined) namedTexts.phone = phoneOf(namedTexts.phone)
  const set: Record<string, string> = {}
  for (const field of plain) {
    const value = namedTexts[field]
    if (value === undefined) continue
    const read = NewUser.shape[field].safeParse(value)
    if (read.success) set[field] = value
    else faults.push({ field, message: messageOf(field, read.error.issues[0]!.message) })
  }
  const custom_fields: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(namedTexts).filter(([name]) => name.startsWith(custom))) {
    const key = name.slice(custom.length)
    custom_fields[key] = valueIn(value, fields.get(key))
  }
  faults.push(...customFaults(custom_fields, fields))
  if (!set.email && !set.phone && faults.length === 0)
    faults.push({ field: null, message: 'the row has neither an e-mail nor a phone' })
  return faults.length ? { faults } : { given: { ...set, custom_fields } }
}

const messageOf = (field: string, message: string) =>
  field === 'phone' ? 'must be a phone with its country code: +491711234567' : message

/** The first word is the first name. */
function splitName(name: string | undefined): { first_name?: string; last_name?: string } {
  if (!name) return {}
  const [first, ...rest] = name.split(/\s+/)
  return rest.length ? { first_name: first!, last_name: rest.join(' ') } : { first_name: first! }
}

/** The E.164 form of a phone, if its country is certain; other texts as they are. */
export function phoneOf(text: string): string {
  const digits = undividedPhone(text)
  if (digits.startsWith('+')) return digits
  // At home numbers of Russia and Kazakhstan are written with 8, and none of their regions begins with 0, 1, 2 or 5: those
  // are of Hong Kong (852), Japan (81) or Korea (82).
  if (/^(?:7\d|8[346-9])\d{9}$/.test(digits)) return `+7${digits.slice(1)}`
  return phonePattern.test(`+${digits}`) && digits.length >= 11 ? `+${digits}` : text
}

const yes = /^(true|yes|y|1|да|истина)$/i
const no = /^(false|no|n|0|нет|ложь)$/i

/** The text as a value of the type; a text that is none stays, and is refused as such. */
function valueIn(
  text: string,
  { type, options }: Partial<Pick<CustomField, 'type' | 'options'>> = {},
): FieldValue {
  // Cells are read without the spaces around them.
  const option = (one: string) => options?.find(each => each.trim() === one) ?? one
  if (type === 'choice') return option(text)
  if (type === 'number') {
    const number = Number(text.replace(/[\s\u00a0]/g, '').replace(',', '.'))
    return Number.isFinite(number) ? number : text
  }
  if (type === 'boolean') return yes.test(text) ? true : no.test(text) ? false : text
  if (type === 'multi_choice')
    return [
      ...new Set(
        text
          .split(/\s*;\s*/)
          .filter(Boolean)
          .map(option),
      ),
    ]
  const local = type === 'date' && /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)
  return local ? `${local[3]}-${local[2]}-${local[1]}` : text
}

function customFaults(
  values: Readonly<Record<string, FieldValue>>,
  fields: ReadonlyMap<string, CustomField>,
): RowFault[] {
  try {
    checkValues(values, [...fields.values()])
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.details.map(({ path, message }) => ({ field: path.replace(/^body\./, ''), message }))
  }
}
