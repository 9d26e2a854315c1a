// Descriptions that follow from a field's declaration: ids, stamps, times, constants of unions, references to components.
// All other fields are described where they are declared.
import { type Prefix, prefixes } from '@lms/contract'
import { nounOf, singular } from './component-names.ts'
import type { Json } from './json.ts'

/** The schema of a component, with a description of every field at any depth that has none and follows from its form. */
export const withDescriptions = (component: string, schema: Json): Json =>
  describeObject(schema, subjectOf(component))

/** What a description calls the object with the fields, and what it says of the object the second time. */
type Subject = string

/** `OrderUpdate` → `the order`; a request, a result or several things have no noun for a sentence about one. */
function subjectOf(component: string): Subject {
  const name = component.replace(/(Create|Update|Summary)$/, '')
  return /(Data|Result|Request|[^s]s)$/.test(name) ? 'it' : `the ${nounOf(name)}`
}

function describeObject(schema: Json, subject: Subject): Json {
  const described: Json = { ...schema }
  if (schema.properties) {
    const fields = schema.properties as Record<string, Json>
    const own = prefixesOf(fields.id ?? {})
    const of = own.length === 1 ? `the ${prefixes[own[0]!]}` : subject
    described.properties = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, describeField(name, field, of)]),
    )
  }
  const inside = (one: Json) => withDefault(describeObject(one, subject))
  for (const key of ['items', 'additionalProperties'])
    if (isSchema(schema[key])) described[key] = inside(schema[key])
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key])) described[key] = schema[key].map(inside)
  return described
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

function describeField(name: string, field: Json, subject: Subject): Json {
  const inside = describeObject(raised(field), 'it')
  const description = inside.description ?? sentenceOf(name, inside, subject)
  return withDefault(description ? { ...inside, description } : inside)
}

/** The default in words: generators of clients take a field with the keyword for one that is always there. */
export function withDefault(field: Json): Json {
  if (!('x-default' in field)) return field
  const { 'x-default': value, description, ...bare } = field
  const sentence = `Default: \`${JSON.stringify(value)}\`.`
  return { ...bare, description: description ? `${description} ${sentence}` : sentence }
}

/** A nullable field has the description of its value, unless it has its own. */
function raised(field: Json): Json {
  const [value, ...others] = valuesOf(field)
  if (field === value || !value?.description || others.length) return field
  const description = field.description ?? value.description
  const anyOf = (field.anyOf as Json[]).map(one => {
    const { description: _, ...bare } = one
    return one === value ? bare : one
  })
  return { ...field, anyOf, description }
}

/** The forms of a field besides null. */
const valuesOf = (field: Json): Json[] =>
  Array.isArray(field.anyOf) ? field.anyOf.filter(({ type }: Json) => type !== 'null') : [field]
const isNullable = (field: Json): boolean =>
  (Array.isArray(field.anyOf) && field.anyOf.some(({ type }: Json) => type === 'null')) ||
  (Array.isArray(field.type) && field.type.includes('null'))

/** The description of a field, or undefined where its form does not tell what it means. */
function sentenceOf(name: string, field: Json, subject: Subject): string | undefined {
  const [value = field] = valuesOf(field)
  if (name === 'deleted' && value.const === true) return `Always true: ${subject} was deleted.`
  if (typeof value.const === 'string') return `Always \`${value.const}\`: it tells this form from the others.`
  if (name === 'version' && value.type === 'integer') return 'Rises with each change; send it as `If-Match`.'
  if (name === 'next_cursor') return 'Send it as `cursor` to get the next page; null at the end.'
  return (
    timeSentence(name, value, isNullable(field), subject) ??
    idSentence(name, value, isNullable(field)) ??
    referenceSentence(value, isNullable(field))
  )
}

/** What happens at the time of a name: `paid` has been done to the object, `failed` it has done itself. */
const passive = new Set(
  'accepted added anonymized answered blocked canceled completed confirmed decided edited frozen issued paid paused published received redeemed refunded reported revoked saved sent'.split(
    ' ',
  ),
)
const active = new Set('ended expired failed finished started bounced'.split(' '))

function timeSentence(name: string, value: Json, nullable: boolean, subject: Subject): string | undefined {
  if (value.format !== 'date-time' || !name.endsWith('_at')) return
  const verb = name.slice(0, -3)
  if (verb === 'created') return `When ${subject} was created.`
  if (verb === 'updated') return `When ${subject} last changed.`
  const otherwise = (text: string) => (nullable ? `; null ${text}.` : '.')
  if (verb === 'expires') return `When ${subject} expires${otherwise('if it does not expire')}`
  if (verb === 'starts') return `When ${subject} starts${otherwise('if no start is set')}`
  if (verb === 'ends') return `When ${subject} ends${otherwise('if it has no end')}`
  if (passive.has(verb)) return `When ${subject} was ${verb}${otherwise('if it has not been')}`
  if (active.has(verb)) return `When ${subject} ${verb}${otherwise('if it has not')}`
}

const idPattern = /^\^(?:\(\?:|\()?([a-z|]+)\)?_\[0-7\]/

/** The kinds of objects whose ids a field takes. */
function prefixesOf(field: Json): Prefix[] {
  const [, list] = idPattern.exec(String(field.pattern)) ?? []
  return (list?.split('|') ?? []).filter((prefix): prefix is Prefix => prefix in prefixes)
}

function idSentence(name: string, value: Json, nullable: boolean): string | undefined {
  const many = name.endsWith('_ids') && value.type === 'array'
  const [prefix, ...others] = prefixesOf(many ? (value.items as Json) : value)
  if (prefix === undefined || others.length) return
  const noun = prefixes[prefix]
  if (name === 'id') return `The id of the ${noun}.`
  // `curator_id` is the id of a user in a role, which only its declaration can explain.
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  if (noun.toLowerCase() !== words && !noun.toLowerCase().endsWith(` ${words}`)) return
  if (many) return `The ids of the ${pluralOf(noun)}${nullable ? '; null if there are none' : ''}.`
  return `The id of the ${noun}${nullable ? '; null if there is none' : ''}.`
}

const pluralOf = (noun: string): string => {
  if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

function referenceSentence({ $ref }: Json, nullable: boolean): string | undefined {
  if (typeof $ref !== 'string' || !$ref.includes('/components/schemas/')) return
  const name = $ref
    .split('/')
    .at(-1)!
    .replace(/(Create)?(Result|Summary)$/, '')
  return `The ${nounOf(name)}${nullable ? '; null if there is none' : ''}.`
}

/** `/orders/{id}/items/{itemId}`: the kind of object stands in the id's form, else in the name, else before it. */
export function pathDescription(name: string, schema: Json, parent: string): string | undefined {
  if (name !== 'id' && !name.endsWith('Id')) return
  const own = name === 'id' ? singular(parent) : name.slice(0, -2)
  return (
    idSentence('id', schema, false) ?? `The id of the ${own.replaceAll('-', ' ').replace(/^api /, 'API ')}.`
  )
}
