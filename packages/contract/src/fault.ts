// What is wrong with a value that a schema refuses, in sentences for people who call the API. Registered with zod as the
// source of every message, so that no reader meets the library's own words.
import { z } from 'zod'
import { filterKinds } from './filter.ts'
import { type Prefix, prefixes } from './prefixes.ts'

type Issue = z.core.$ZodRawIssue
type Def = z.core.$ZodTypeDef & Record<string, any>

/** Values of an enumeration that a sentence lists; more would be no sentence. */
const maxValues = 40
/** Characters of the values that it names. */
const maxListed = 460

const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def
const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema as z.ZodType) ?? {}

/**
 * What a schema takes, so that it can follow "must be": `text of 1 to 200 characters`, `a whole number from 0 to 100`,
 * `one of draft, published`.
 */
export function acceptedBy(schema: z.core.$ZodType): string {
  const def = defOf(schema)
  const example = exampleOf(schema)
  switch (def.type) {
    case 'enum':
      return oneOfThese(Object.values(def.entries as Record<string, string>))
    case 'literal':
      return oneOfThese(def.values as unknown[])
    case 'string':
      return `${textOf(schema)}${example}`
    case 'number':
      return `${numberOf(schema)}${example}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `a list${sizeOf(schema, 'item', 'items')}`
    case 'object':
    case 'record':
      return 'an object'
    case 'nullable':
      return `${acceptedBy(def.innerType)}, or null`
    case 'union':
      return alternatives(def.options.map(acceptedBy))
    case 'pipe':
      return acceptedBy(def.in)
    default:
      return def.innerType ? acceptedBy(def.innerType) : 'any JSON value'
  }
}

const oneOfThese = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${listed(values.map(String))}`

function listed(names: readonly string[]): string {
  let count = 0
  for (let length = 0; count < Math.min(names.length, maxValues); count++) {
    length += names[count]!.length + 2
    if (length > maxListed) break
  }
  const first = names.slice(0, count).join(', ')
  return count === names.length ? first : `${first} and ${names.length - count} more`
}

const alternatives = (each: readonly string[]): string => {
  const different = [...new Set(each)]
  return different.length <= 1
    ? (different[0] ?? 'nothing')
    : `${different.slice(0, -1).join(', ')} or ${different.at(-1)}`
}

/** Examples of plain values stand in the schema (`.meta({ examples })`), or come with the format. */
function exampleOf(schema: z.core.$ZodType): string {
  const { examples, format } = metaOf(schema) as { examples?: unknown[]; format?: string }
  if (format === 'date-time' || filterKinds.get(schema as z.ZodType)?.kind === 'id') return ''
  const [first] = examples ?? []
  return first === undefined || first === '' ? '' : `, such as ${String(first).slice(0, 100)}`
}

/** Forms of texts, each with an example; an example of the schema's own has priority. */
const formats: Readonly<Record<string, readonly [form: string, example: string]>> = {
  'date-time': ['a time with an offset', '2030-01-31T09:30:00Z'],
  url: ['an absolute URL', 'https://example.org/path'],
  uuid: ['a UUID', '0190f6a2-7c1e-7b3d-9a4e-3f5d6c7b8a90'],
  ipv4: ['an IPv4 address', '192.0.2.1'],
  ipv6: ['an IPv6 address', '2001:db8::1'],
  cidrv4: ['an IPv4 network', '192.0.2.0/24'],
  cidrv6: ['an IPv6 network', '2001:db8::/32'],
}

function textOf(schema: z.core.$ZodType): string {
  const kind = filterKinds.get(schema as z.ZodType)
  if (kind?.kind === 'id') return idOf([kind.prefix])
  const { format } = metaOf(schema) as { format?: string }
  const [form, example] = formats[format ?? ''] ?? formats[defOf(schema).format ?? ''] ?? []
  if (!form) return `text${sizeOf(schema, 'character', 'characters')}`
  return exampleOf(schema) ? form : `${form}, such as ${example}`
}

/** `the id of a user (usr_…)`. */
export const idOf = (kinds: readonly Prefix[]): string =>
  `the id of ${kinds.map(prefix => `${/^[aeio]|^API/.test(prefixes[prefix]) ? 'an' : 'a'} ${prefixes[prefix]} (${prefix}_…)`).join(' or ')}`

/** ` of 1 to 200 characters`; empty without bounds. */
function sizeOf(schema: z.core.$ZodType, one: string, many: string): string {
  const { minimum, maximum } = boundsOf(schema)
  const atLeast = minimum ?? 0
  if (maximum === undefined) return atLeast > 0 ? ` of at least ${atLeast} ${atLeast === 1 ? one : many}` : ''
  const counted = `${maximum} ${maximum === 1 ? one : many}`
  if (atLeast === maximum) return ` of ${counted}`
  return atLeast > 0 ? ` of ${atLeast} to ${counted}` : ` of at most ${counted}`
}

function numberOf(schema: z.core.$ZodType): string {
  const { minimum, maximum, isInteger, multipleOf } = boundsOf(schema)
  const kind = isInteger ? 'a whole number' : 'a number'
  const step = multipleOf === undefined ? '' : `, a multiple of ${multipleOf},`
  if (minimum !== undefined && maximum !== undefined) return `${kind}${step} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${kind}${step} of at least ${minimum}`
  return maximum === undefined ? `${kind}${step}` : `${kind}${step} of at most ${maximum}`
}

interface Bounds {
  minimum?: number
  maximum?: number
  isInteger: boolean
  multipleOf?: number
}

/** The narrowest bounds of a schema's checks. Those of a number's format alone are no bounds that a person would name. */
function boundsOf(schema: z.core.$ZodType): Bounds {
  const { checks = [], format } = defOf(schema)
  const bounds: Bounds = { isInteger: isIntegral(format) }
  const raise = (value: number) => {
    bounds.minimum = Math.max(bounds.minimum ?? value, value)
  }
  const lower = (value: number) => {
    bounds.maximum = Math.min(bounds.maximum ?? value, value)
  }
  for (const check of checks as z.core.$ZodCheck[]) {
    const def = check._zod.def as Record<string, any>
    if (def.check === 'min_length') raise(def.minimum)
    if (def.check === 'max_length') lower(def.maximum)
    if (def.check === 'length_equals') {
      raise(def.length)
      lower(def.length)
    }
    if (def.check === 'greater_than') raise(def.inclusive ? def.value : nextAbove(def.value, format))
    if (def.check === 'less_than') lower(def.inclusive ? def.value : nextBelow(def.value, format))
    if (def.check === 'multiple_of') bounds.multipleOf = def.value
    if (def.check === 'number_format') bounds.isInteger ||= isIntegral(def.format)
  }
  return bounds
}

const isIntegral = (format: unknown): boolean => typeof format === 'string' && /int/.test(format)
const nextAbove = (value: number, format: unknown) => (isIntegral(format) ? value + 1 : value)
const nextBelow = (value: number, format: unknown) => (isIntegral(format) ? value - 1 : value)

/** Units that names of fields end with. */
const units: readonly [ending: RegExp, unit: string][] = [
  [/_ms$/, 'milliseconds'],
  [/(?:^|_)seconds$/, 'seconds'],
  [/(?:^|_)minutes$/, 'minutes'],
  [/(?:^|_)hours$/, 'hours'],
  [/(?:^|_)days$/, 'days'],
  [/(?:^|_)months$/, 'months'],
  [/(?:^|_)bytes$/, 'bytes'],
  [/(?:^|_)basis_points$/, 'hundredths of a percent'],
  [/(?:^|_)percent(?:_off)?$/, 'percent'],
]

/** Amounts of money; the schema of each declares it. */
const amounts = z.registry<{ isAmount: true }>()
export const markAmount = <S extends z.ZodType>(schema: S): S => {
  amounts.add(schema, { isAmount: true })
  return schema
}

function unitOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): string {
  if (defOf(schema).type !== 'number') return ''
  if (isAmount(schema)) return ' in the minor unit: 1999 for 19.99 EUR'
  const name = String(path.findLast(part => typeof part === 'string') ?? '')
  const unit = units.find(([ending]) => ending.test(name))?.[1]
  return unit ? ` of ${unit}` : ''
}

/** Also of a schema that was derived from the amount, with other bounds. */
function isAmount(schema: z.core.$ZodType): boolean {
  for (let each: z.core.$ZodType | undefined = schema; each; each = each._zod.parent as typeof each)
    if (amounts.has(each as z.ZodType)) return true
  return false
}

/** The sentence of an issue whose schema has no message of its own: what is taken. */
export function sentenceOf(issue: Issue): string {
  const schema = (issue as { schema?: z.core.$ZodType }).schema ?? schemaOf(issue)
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys[0]}: ${noSuchField(issue.keys[0]!, fieldsOf(schema))}`
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'has a name that is not taken'
  if (issue.code === 'invalid_union' && Array.isArray((issue as { options?: unknown[] }).options))
    return `takes ${listed((issue as unknown as { options: unknown[] }).options.map(String))}`
  if (!schema) return 'is not taken'
  const type = defOf(schema).type
  const acceptedForm = withUnit(schema, issue.path ?? [])
  if (issue.input === undefined) return `is required: ${acceptedForm}`
  return type === 'enum' || type === 'literal'
    ? `takes ${acceptedForm.replace(/^one of /, '')}`
    : `must be ${acceptedForm}`
}

const fieldsOf = (schema: z.core.$ZodType | undefined): string[] =>
  schema && defOf(schema).type === 'object' ? Object.keys(defOf(schema).shape) : []

function schemaOf({ inst }: Issue): z.core.$ZodType | undefined {
  return inst?._zod && 'traits' in inst._zod && inst._zod.traits.has('$ZodType')
    ? (inst as unknown as z.core.$ZodType)
    : undefined
}

/** `a whole number of days from 0 to 365`. */
function withUnit(schema: z.core.$ZodType, path: readonly PropertyKey[]): string {
  const acceptedForm = acceptedBy(schema)
  const unit = unitOf(schema, path)
  if (unit === '') return acceptedForm
  if (isAmount(schema))
    return acceptedForm.replace(/^(a (?:whole )?number)/, `$1${unit},`).replace(/, such as .*$/, '')
  return acceptedForm.replace(/^(a (?:whole )?number)/, `$1${unit}`)
}

/** What is said of a field that an object does not have, by the names of those it has. */
export function noSuchField(name: string, names: readonly string[]): string {
  const nearest = nearestOf(name, names)
  if (nearest) return `no such field; did you mean ${nearest}?`
  return names.length ? `no such field; the fields are ${listed(names)}` : 'no such field; there are none'
}

/** The name that was likely meant: within three edits, and within a third of its letters. */
function nearestOf(name: string, names: readonly string[]): string | null {
  if (name.length > 60) return null
  const candidates = names
    .filter(each => Math.abs(each.length - name.length) <= maxEdits(each))
    .map(each => ({ each, edits: editsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= maxEdits(each))
    .sort((one, other) => one.edits - other.edits)
  return candidates[0]?.each ?? null
}

const maxEdits = (name: string) => Math.max(1, Math.min(3, Math.floor(name.length / 3)))

/** The Levenshtein distance, in the rows of Wagner and Fischer. */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(
          before[column]! + 1,
          next[column - 1]! + 1,
          before[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1),
        ),
      )
    before = next
  }
  return before[other.length]!
}

z.config({ customError: sentenceOf })
