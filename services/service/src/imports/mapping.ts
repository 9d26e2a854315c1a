// Which column of a file is which field of a person: guessed by the headings, then by the first values. Pure.
import { email, phonePattern } from '@lms/contract'
import { type ImportField, importFieldNames, saleFields, studyFields } from '@lms/users/contract'
import { problemColumns } from './problems.ts'
import { headingKey, programField } from './programs.ts'

export interface MappedColumn {
  readonly column: string
  readonly field: string | null
}
/** A custom field of the school. */
export interface OwnField {
  readonly name: string
  readonly label: string
}

/** Further headings in English, German, Spanish, French and Russian, in the form in which they are compared. */
const words: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  email: [
    ...[
      'e mail',
      'mail',
      'e mail address',
      'email id',
      'user email',
      'почта',
      'эл почта',
      'электронная почта',
    ],
    ...[
      'емейл',
      'имейл',
      'адрес электронной почты',
      'e mail adresse',
      'correo',
      'correo electrónico',
      'courriel',
    ],
  ],
  phone: [
    ...['mobile', 'mobile phone', 'tel', 'telephone', 'cell phone', 'телефон', 'номер телефона', 'мобильный'],
    ...['мобильный телефон', 'тел', 'telefon', 'telefonnummer', 'handy', 'teléfono', 'móvil', 'téléphone'],
  ],
  first_name: ['given name', 'имя', 'vorname', 'nombre', 'prénom'],
  last_name: ['surname', 'family name', 'фамилия', 'nachname', 'apellido', 'apellidos', 'nom de famille'],
  full_name: [
    ...[
      'full name',
      'student',
      'student name',
      'display name',
      'имя и фамилия',
      'имя фамилия',
      'фио',
      'ученик',
    ],
  ],
  locale: ['language', 'язык', 'sprache', 'idioma', 'langue'],
  time_zone: ['часовой пояс', 'zeitzone', 'zona horaria', 'fuseau horaire'],
  country: ['country code', 'страна', 'land', 'país', 'pays'],
  tags: ['tag', 'labels', 'теги', 'тэги', 'метки', 'schlagworte', 'etiquetas', 'étiquettes'],
  groups: ['group', 'cohort', 'cohorts', 'класс', 'группа', 'gruppe', 'gruppen', 'grupo', 'grupos', 'groupe'],
  signed_up_at: [
    ...[
      'signed up',
      'sign up date',
      'signup date',
      'registered at',
      'registration date',
      'joined',
      'joined at',
    ],
    ...['date joined', 'created', 'date added', 'создан', 'зарегистрирован', 'registriert am'],
  ],
  email_status: ['subscription status', 'marketing status', 'email marketing status', 'статус подписки'],
  course: ['course id', 'course title', 'курс', 'kurs', 'curso', 'cours'],
  access_starts_at: ['enrolled', 'enrollment date', 'enrolled on', 'начало доступа', 'дата зачисления'],
  access_expires_at: [
    'expiry date',
    'expiration date',
    'access ends',
    'access until',
    'конец доступа',
    'доступ до',
  ],
  completed_at: ['completion date', 'completed on', 'completed', 'дата завершения', 'завершен'],
  progress_percent: ['progress', 'progress %', 'percentage completed', '% complete', 'прогресс'],
  certificate_number: ['certificate', 'certificate id', 'certificate no', 'номер сертификата', 'сертификат'],
  certificate_issued_at: ['certificate date', 'issue date', 'issued at', 'дата сертификата', 'дата выдачи'],
  offer: ['offer id', 'offer name', 'product', 'product name', 'предложение', 'товар', 'angebot', 'producto'],
  order_number: ['order', 'order id', 'order no', 'invoice number', 'номер заказа', 'bestellnummer'],
  order_amount: ['amount', 'total', 'order total', 'amount paid', 'total paid', 'сумма', 'betrag', 'importe'],
  order_currency: ['currency', 'валюта', 'währung', 'moneda', 'devise'],
  order_status: ['payment status', 'статус заказа', 'bestellstatus'],
  ordered_at: ['order date', 'purchase date', 'purchased at', 'дата заказа', 'bestelldatum'],
  order_paid_at: ['paid at', 'payment date', 'date paid', 'дата оплаты'],
  order_refunded_amount: ['refunded amount', 'amount refunded', 'refund amount'],
  order_refunded_at: ['refunded at', 'refund date'],
  stripe_subscription_id: ['subscription id'],
  stripe_customer_id: ['customer id'],
  stripe_price_id: ['price id'],
}

const byWord = new Map(
  importFieldNames.flatMap(field =>
    [field.replaceAll('_', ' '), ...(words[field] ?? [])].map(word => [word, field] as const),
  ),
)
const custom = 'custom_fields.'

/** The field that a heading names: one of the school by its name or label, else one of people. */
function byHeading(heading: string, own: readonly OwnField[]): string | null {
  const key = headingKey(heading)
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/^custom_fields\./, '')
  const ownField =
    own.find(field => field.name === name) ??
    own.find(field => headingKey(field.label) === key || headingKey(field.name) === key)
  const isPrefixed = heading.trim().toLowerCase().startsWith(custom)
  const field = isPrefixed ? null : (byWord.get(key) ?? programField(heading) ?? null)
  return field ?? (ownField ? `${custom}${ownField.name}` : null)
}

const anEmail = email()
export const isEmail = (text: string): boolean => anEmail.safeParse(text).success
const isPhone = (text: string) => {
  const digits = text.replace(/[\s().-]/g, '')
  // Digits alone are as often numbers of accounts, moments or places on the globe.
  return phonePattern.test(digits) || (/\d[\s)-]+\(?\d/.test(text) && /^\d{10,15}$/.test(digits))
}

/** A field for each column, none twice. */
export function guessMapping(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  own: readonly OwnField[] = [],
): MappedColumn[] {
  const usedFields = new Set<string>()
  const take = (field: string | null) =>
    field && !usedFields.has(field) && usedFields.add(field) ? field : null
  const isNote = (column: string) => problemColumns.includes(column)
  const headerFields = header.map(column => (isNote(column) ? null : take(byHeading(column, own))))
  const looks = (index: number, fits: (text: string) => boolean) => {
    const values = rows.map(row => row[index]?.trim() ?? '').filter(Boolean)
    return values.length > 0 && values.filter(fits).length * 2 > values.length
  }
  const guessed = header.map((column, index) => ({
    column,
    field:
      headerFields[index] ??
      (looks(index, isEmail) ? take('email') : null) ??
      (!isNote(column) && programField(column) === undefined && looks(index, isPhone) ? take('phone') : null),
  }))
  // Without a course or an offer what is said of it says nothing.
  const empty = dependent.filter(({ of }) => !usedFields.has(of)).flatMap(({ fields }) => fields)
  return guessed.map(({ column, field }) => ({
    column,
    field: field && empty.includes(field) ? null : field,
  }))
}

/** Fields that say something about the value of another one. */
const dependent: readonly { of: ImportField; fields: readonly string[] }[] = [
  { of: 'course', fields: studyFields },
  { of: 'offer', fields: saleFields },
]

/** The given mapping by the columns of the file: of columns with one name the first entry means the first. */
export function placeMapping(header: readonly string[], mapping: readonly MappedColumn[]): MappedColumn[] {
  const entries = Map.groupBy(mapping, ({ column }) => column)
  return header.map(column => ({ column, field: entries.get(column)?.shift()?.field ?? null }))
}

/** What is wrong with a mapping, by its place. */
export function mappingFaults(
  header: readonly string[],
  mapping: readonly MappedColumn[],
  own: readonly OwnField[],
): { path: string; message: string }[] {
  const fields = mapping.flatMap(({ field }) => (field ? [field] : []))
  const at = (problem: (mapped: MappedColumn, index: number) => string | null, part: 'column' | 'field') =>
    mapping.flatMap((mapped, index) => {
      const message = problem(mapped, index)
      return message ? [{ path: `body.mapping.${index}.${part}`, message }] : []
    })
  const count = (columns: readonly string[], column: string) => columns.filter(each => each === column).length
  const names = mapping.map(({ column }) => column)
  const absence = (column: string, index: number) => {
    const there = count(header, column)
    if (there === 0) return 'the file has no such column'
    return count(names.slice(0, index), column) < there ? null : 'the file has no further column of this name'
  }
  const isTwice = (field: string) => fields.indexOf(field) !== fields.lastIndexOf(field)
  const isOwn = (field: string) => own.some(({ name }) => field === `${custom}${name}`)
  const hasContact = fields.includes('email') || fields.includes('phone')
  return [
    ...at((mapped, index) => absence(mapped.column, index), 'column'),
    ...at(({ field }) => (field && isTwice(field) ? `${field} is named twice` : null), 'field'),
    ...at(
      ({ field }) =>
        field?.startsWith(custom) && !isOwn(field)
          ? 'the school has no such custom field that is active'
          : null,
      'field',
    ),
    ...at(
      ({ field }) =>
        dependent.some(({ of, fields: own }) => own.includes(field ?? '') && !fields.includes(of))
          ? `${field} needs a column with the ${dependent.find(({ fields: own }) => own.includes(field ?? ''))!.of}`
          : null,
      'field',
    ),
    ...(hasContact ? [] : [{ path: 'body.mapping', message: 'no column has the e-mail or the phone' }]),
  ]
}
