// Which column of a file is which field of a person: guessed by words of the header, then by the first values. Pure.
import { email, phonePattern } from '@lms/contract'
import type { importFields } from '@lms/users/contract'

export interface MappedColumn {
  readonly column: string
  readonly field: string | null
}
type Field = (typeof importFields)[number]

/** Words of headers in English and Russian, in lower case and without signs. */
const words: Readonly<Record<Field, readonly string[]>> = {
  email: [
    'email',
    'e mail',
    'mail',
    'email address',
    'почта',
    'эл почта',
    'электронная почта',
    'емейл',
    'имейл',
  ],
  phone: [
    'phone',
    'phone number',
    'mobile',
    'tel',
    'telephone',
    'телефон',
    'номер телефона',
    'мобильный',
    'тел',
  ],
  first_name: ['first name', 'firstname', 'given name', 'имя'],
  last_name: ['last name', 'lastname', 'surname', 'family name', 'фамилия'],
  full_name: ['name', 'full name', 'fullname', 'student', 'имя и фамилия', 'имя фамилия', 'ученик'],
  locale: ['locale', 'language', 'язык'],
  time_zone: ['time zone', 'timezone', 'часовой пояс'],
}

const wordOf = (header: string) =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()

/** The field that the header names. */
function byHeader(header: string): string | null {
  const word = wordOf(header)
  const field = (Object.keys(words) as Field[]).find(
    each => words[each].includes(word) || each === header.trim().toLowerCase(),
  )
  return field ?? (/^custom_fields\.[a-z][a-z0-9_]{0,62}$/.test(header.trim()) ? header.trim() : null)
}

const anEmail = email()
const isEmail = (text: string) => anEmail.safeParse(text).success
const isPhone = (text: string) => {
  const digits = text.replace(/[\s().-]/g, '')
  return phonePattern.test(digits) || /^\d{10,15}$/.test(digits)
}

/** A field for each column, none twice. */
export function guessMapping(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): MappedColumn[] {
  const usedFields = new Set<string>()
  const take = (field: string | null) =>
    field && !usedFields.has(field) && usedFields.add(field) ? field : null
  const headerFields = header.map(column => take(byHeader(column)))
  const looks = (index: number, fits: (text: string) => boolean) => {
    const values = rows.map(row => row[index]?.trim() ?? '').filter(Boolean)
    return values.length > 0 && values.filter(fits).length * 2 > values.length
  }
  return header.map((column, index) => ({
    column,
    field:
      headerFields[index] ??
      (looks(index, isEmail) ? take('email') : null) ??
      (looks(index, isPhone) ? take('phone') : null),
  }))
}

/** The given mapping by the columns of the file. */
export const placeMapping = (header: readonly string[], mapping: readonly MappedColumn[]): MappedColumn[] =>
  header.map(column => ({ column, field: mapping.find(each => each.column === column)?.field ?? null }))

/** What is wrong with a mapping, by its place. */
export function mappingFaults(
  header: readonly string[],
  mapping: readonly MappedColumn[],
): { path: string; message: string }[] {
  const fields = mapping.flatMap(({ field }) => (field ? [field] : []))
  const missing = mapping.flatMap(({ column }, index) =>
    header.includes(column)
      ? []
      : [{ path: `body.mapping.${index}.column`, message: 'the file has no such column' }],
  )
  const twice = mapping.flatMap(({ field }, index) =>
    field && fields.indexOf(field) !== fields.lastIndexOf(field)
      ? [{ path: `body.mapping.${index}.field`, message: `${field} is named twice` }]
      : [],
  )
  const contact = fields.includes('email') || fields.includes('phone')
  const none = contact ? [] : [{ path: 'body.mapping', message: 'no column has the e-mail or the phone' }]
  return [...missing, ...twice, ...none]
}
