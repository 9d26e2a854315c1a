// The schemas of fields that all resources use.
import { z } from 'zod'
import { markAmount } from './fault.ts'
import { filter, filterKinds } from './filter.ts'
import { takes } from './takes.ts'

// Postgres text cannot contain NUL, and a lone surrogate has no UTF-8 encoding: both are refused.
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** The first characters of a text, never half of one. */
export const cut = (value: string, most: number): string =>
  value.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Text of `min` to `max` characters that the database can store. */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max).refine(storable, 'must not contain a NUL character or a lone surrogate')

/**
 * `local@domain` in the characters that every mail server takes without quotes, letters of any script, and a domain with a
 * dot. So neither `<ann@school.example>` nor `mailto:ann@school.example`, which servers refuse or read in their own ways.
 */
const emailPattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no address has them. Properties of Unicode would need a flag, which patterns of JSON Schema do not have.
  /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f]{1,64}@(?:[^\s@<>()[\]\\,;:"'.!#$%&*+/=?^_`{|}~\u0000-\u001f\u007f-\u009f-][^\s@<>()[\]\\,;:"'.!#$%&*+/=?^_`{|}~\u0000-\u001f\u007f-\u009f]{0,62}\.)+[^\s@<>()[\]\\,;:"'.!#$%&*+/=?^_`{|}~\u0000-\u001f\u007f-\u009f-][^\s@<>()[\]\\,;:"'.!#$%&*+/=?^_`{|}~\u0000-\u001f\u007f-\u009f]{1,62}$/

/** The address of a mailbox. */
export const email = () =>
  text(254, 3)
    .regex(emailPattern, 'must be an e-mail address, such as ann@school.example')
    .meta({
      description: 'An e-mail address, such as `ann@school.example`.',
      examples: ['ann@school.example'],
    })
    .register(filterKinds, filter.email)

/** The form in which e-mails are unique and compared: lower case, Unicode composed. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

/** A phone number in E.164 form: `+491711234567`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/

/**
 * A phone as people write it, without separators: `+49 (0) 171 123-45 67` and `0049 171 1234567` as `+491711234567`. Who
 * writes the country code means the zero in brackets for calls inside the country.
 */
export const undividedPhone = (text: string): string =>
  text
    .replace(/^(\s*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1')
    .replace(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+')

const canonicalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** A time in an answer: RFC 3339, milliseconds, numeric offset. Bodies may send any offset. */
export const timestamp = () =>
  takes(
    z
      .string()
      .regex(canonicalTime)
      .meta({ format: 'date-time', examples: ['2026-11-21T09:30:00.000+00:00'] })
      .register(filterKinds, { kind: 'time' }),
    moment(),
  )

/** A time that is computed for an answer: it stands in no column, so no list filters by it. */
export const computedTime = () =>
  z
    .string()
    .regex(canonicalTime)
    .meta({ format: 'date-time', examples: ['2026-11-21T09:30:00.000+00:00'] })

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/

/**
 * The canonical form of a time with any offset, or null if it is invalid. Years are 1 to 9999 (in UTC): the database
 * has no year 0, and later years have more than four digits.
 */
export function readTime(value: string): string | null {
  if (!rfc3339.test(value)) return null
  const time = Date.parse(value)
  if (Number.isNaN(time) || !hasDay(value)) return null
  const canonical = formatTime(new Date(time))
  return canonicalTime.test(canonical) && !canonical.startsWith('0000') ? canonical : null
}

// JavaScript reads the thirtieth of February as the second of March.
const hasDay = (value: string) =>
  new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(value.slice(8, 10))

/** A time in a request body, with any RFC 3339 offset. The answer has the canonical form. */
export const moment = () =>
  z
    .string()
    .refine(value => readTime(value) !== null, 'must be a time with an offset: 2030-01-31T09:30:00Z')
    .overwrite(value => readTime(value) ?? value)
    .meta({ format: 'date-time' })

/** Whether a text is a day of the calendar, as 2026-11-24: there is no 2026-02-30. */
export const isCalendarDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && (new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false)

/** A time, or a day of the zone of the school, from which or up to which figures are counted. */
export const dayOrMoment = () =>
  z
    .string()
    .refine(
      value => isCalendarDay(value) || readTime(value) !== null,
      'must be a day, 2026-10-01, or a time with an offset: 2030-01-31T09:30:00Z',
    )
    .meta({ examples: ['2026-10-01'] })

let last = { at: Number.NaN, text: '' }

/** A Date as `2026-11-21T09:30:00.000+00:00`. The last one is kept: a request writes its time six times. */
export function formatTime(time: Date): string {
  const at = time.getTime()
  if (at !== last.at) last = { at, text: `${time.toISOString().slice(0, -1)}+00:00` }
  return last.text
}

/**
 * An amount of money in the minor unit of the currency (cents, kopecks). Amounts of different currencies are never
 * added. `what` is a sentence that describes the amount.
 */
export const amount = (what = '') =>
  markAmount(z.int().min(0).max(1_000_000_000_000))
    .describe(`${what} In the minor unit of the currency: 4900 of EUR is 49.00 €.`.trimStart())
    .meta({ examples: [4900] })

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** An ISO 4217 code in capitals. */
export const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 currency in capitals: EUR')
    .refine(code => currencies.has(code), 'must be an ISO 4217 currency in capitals: EUR')
    .meta({ description: 'The currency: an ISO 4217 code, such as `EUR`.', examples: ['EUR'] })

// JavaScript also knows unions, and names that ISO 3166 reserves without assigning them to a country.
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether the code is that of a present country: a replaced one is not (`SU`, `DD`). */
const isCountry = (code: string): boolean =>
  !noCountries.has(code) && regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** The codes of all present countries (ISO 3166-1, and `XK`). */
export const countryCodes: readonly string[] = letters
  .flatMap(first => letters.map(second => first + second))
  .filter(isCountry)

/** An ISO 3166-1 code of two capitals, or `XK`. */
export const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 country of two capitals: DE')
    .refine(
      code => !/^[A-Z]{2}$/.test(code) || isCountry(code),
      'must be an ISO 3166-1 country of two capitals: DE',
    )
    .meta({
      description: 'The country: an ISO 3166-1 code of two letters, such as `DE`.',
      examples: ['DE'],
    })

// JavaScript lists a zone under one of its names (often an old one), and accepts the others without listing them.
const zones = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map(name => [name.toLowerCase(), name]))
const maxZones = 2000
/** Names of the library that are not IANA names; several of its abbreviations are ambiguous. */
const ofLibrary =
  /^(?:SystemV\/.*|A[CEGRS]T|AET|BET|BST|C[ANST]T|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|P[NRS]T|SST|VST)$/i

/** The canonical spelling of a time zone, if the name is known; null if there is no such zone. */
function readZone(name: string): string | null {
  const cached = zones.get(name.toLowerCase())
  if (cached) return cached
  if (!/^[a-z]/i.test(name) || ofLibrary.test(name)) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return null
  }
  // A check takes a quarter of a millisecond.
  if (zones.size < maxZones) zones.set(name.toLowerCase(), name)
  return name
}

/** The days of a week in the order of ISO 8601, from Monday. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** A time zone by any IANA name, also an old one; stored as it is sent. No offsets. */
export const timeZone = () =>
  z
    .string()
    // Longer names are not looked up: that takes milliseconds.
    .max(100, { abort: true })
    .refine(name => readZone(name) !== null, 'must be an IANA time zone: Europe/Berlin')
    .overwrite(name => readZone(name) ?? name)
    .meta({
      description: 'The time zone: an IANA name, such as `Europe/Berlin`.',
      examples: ['Europe/Berlin'],
    })

/** A BCP 47 tag in its canonical form: `pt-br` becomes `pt-BR`. */
export const language = () =>
  z
    .string()
    .max(35, { abort: true })
    .refine(tag => canonicalTag(tag) !== null, 'must be a BCP 47 tag: en, pt-BR')
    .overwrite(tag => canonicalTag(tag) ?? tag)
    .meta({ description: 'The language: a BCP 47 tag, such as `pt-BR`.', examples: ['en'] })

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** A list of at most `most` distinct items: `distinct(reference(['grp']), 100)`. */
export const distinct = <S extends z.ZodType>(item: S, most: number) =>
  z
    .array(item)
    .max(most)
    .overwrite(items => [...new Set(items)])

/** The name of an object in URLs, at most `most` characters: `spring-course`. */
export const slug = (most = 60) =>
  z
    .string()
    .max(most)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens: spring-course')
    .meta({ examples: ['spring-course'] })

/** One of a fixed list of values. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values)

/** The answer of a delete. */
export const deleted = (schema: z.ZodType<string, string>) =>
  z.object({ id: schema, deleted: z.literal(true) })

/** Maximum bytes of one object's custom fields as JSON. */
export const maxFieldBytes = 65_536
/** Custom fields that a school can define, and so the names of one object. */
export const maxCustomFields = 200

/** Custom fields of a school's objects: names of lower-case letters, plain values. */
export const customFields = () =>
  z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_]{0,62}$/,
          'names are lower-case letters, digits and underscores, and begin with a letter: birth_city',
        ),
      z.union([text(4000), z.number(), z.boolean(), z.null(), z.array(text(400)).max(100)]),
    )
    .meta({
      description: 'Values of the custom fields that the school has defined, by their names.',
      'x-max-bytes': maxFieldBytes,
      maxProperties: maxCustomFields,
    })
