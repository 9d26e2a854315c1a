// The API in a form for reviews: a line for each operation, field, reason and event, so that a change shows in a few lines
// of a diff; † marks a provisional path. The OpenAPI document says the same in some 170,000 lines; it is printed by `lms openapi` and served.
import { classes } from '@lms/contract'
import { emittedEvents } from '../events.ts'
import { type OperationEntry, operationId, operations } from '../operations.ts'
import { type OpenApiDocument, openApiDocument } from './document.ts'
import { isProvisional } from './final-routes.ts'
import type { Json } from './json.ts'
import { namedSchemas } from './named-schemas.ts'

/** The compact form by service: `{ commerce: 'orders.create POST /v1/orders …' }`. */
export function compactForms(): Record<string, string> {
  const document = openApiDocument()
  const owners = ownersOf(document)
  const services = [...new Set(operations.map(({ service }) => service))]
  return Object.fromEntries(
    services.map(service => {
      const own = operations.filter(entry => entry.service === service)
      const events = emittedEvents.filter(one => one.service === service)
      const schemas = [...owners].filter(([, owner]) => owner === service).map(([name]) => name)
      const parts = [
        ...own.map(entry => operationLines(entry, document)),
        ...events.map(({ event }) => [
          `event ${event.type}: ${event.when}`,
          `  object ${nameIn(objectOf(document, event.type))}`,
          ...event.related.map(key => `  related ${key}`),
        ]),
        ...schemas.map(name => [`schema ${name}`, ...fieldLines(document.components.schemas![name]!, ' ')]),
      ]
      return [service, `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`]
    }),
  )
}

/** Schemas that follow from others: values before a change, and items with their relations. */
const derived = /^(Previous|Expanded)|List$/

/** The service of each schema: the first that an operation or event leads to. */
function ownersOf(document: OpenApiDocument): Map<string, string> {
  const owners = new Map<string, string>()
  const follow = (value: unknown, service: string) => {
    for (const name of namedSchemas(value, document)) {
      if (owners.has(name)) continue
      owners.set(name, service)
      follow(document.components.schemas![name], service)
    }
  }
  for (const { service, operation } of operations) {
    const { requestBody, responses } = document.paths[operation.path]![operation.method.toLowerCase()]!
    follow(requestBody ?? null, service)
    follow((responses as Json)[classes[operation.class].success], service)
  }
  for (const { service, event } of emittedEvents) follow(document.webhooks[event.type], service)
  for (const name of owners.keys()) if (derived.test(name)) owners.delete(name)
  return new Map([...owners].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function operationLines(entry: OperationEntry, document: OpenApiDocument): string[] {
  const { operation } = entry
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!
  const { parameters = [], requestBody } = described as { parameters?: Json[]; requestBody?: Json }
  const { success } = classes[operation.class]
  const answer = ((described.responses as Json)[success] as Json).content as Json
  return [
    `${operationId(entry)} ${operation.route}${isProvisional(operation.route) ? ' †' : ''}: ${operation.summary}`,
    `  class ${operation.class}, ${operation.permission ?? 'no permission'}${operation.publishable ? ', publishable' : ''}`,
    ...parameters
      // Those of a range follow from the first: `created_at[gt]`.
      .filter(one => one.in === 'query' && !String(one.name).endsWith(']'))
      .map(one => `  query ${one.name}: ${typeOf(one.schema as Json)}`),
    ...(requestBody ? [`  body ${nameIn(schemaIn(requestBody.content as Json))}`] : []),
    `  answer ${success} ${nameIn(schemaIn(answer))}`,
    ...operation.refuses.map(({ status, reason, when }) => `  refuses ${status} ${reason}: ${when}`),
    ...operation.emits.map(({ type }) => `  emits ${type}`),
  ]
}

const schemaIn = (content: Json) => (content['application/json'] as { schema: Json }).schema
const objectOf = (document: OpenApiDocument, type: string): Json => {
  const { requestBody } = document.webhooks[type]!.post as { requestBody: { content: Json } }
  const { properties } = schemaIn(requestBody.content) as {
    properties: { data: { properties: { object: Json } } }
  }
  return properties.data.properties.object
}

const nameIn = (schema: Json): string =>
  typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : typeOf(schema)

/** A line for each field, at any depth: `items[].offer_id?: string`. */
function fieldLines(schema: Json, path: string): string[] {
  const required = (schema.required ?? []) as string[]
  const own = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => {
    const at = `${path === ' ' ? '  ' : `${path}.`}${name}`
    const text = field.description ? ` – ${String(field.description).replaceAll('\n', ' ')}` : ''
    return [`${at}${required.includes(name) ? '' : '?'}: ${typeOf(field)}${text}`, ...innerLines(field, at)]
  })
  return [...own, ...innerLines(schema, path)]
}

const variantsOf = (schema: Json): Json[] =>
  ['oneOf', 'anyOf', 'allOf'].flatMap(key => (schema[key] ?? []) as Json[])

function innerLines(schema: Json, path: string): string[] {
  const variants = variantsOf(schema)
  const objects = variants.filter(({ type }) => type !== 'null')
  const named = (index: number) => (objects.length > 1 ? `${path}<${index + 1}>` : path)
  return [
    ...(schema.items ? deeper(schema.items as Json, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? deeper(schema.additionalProperties as Json, `${path}{}`)
      : []),
    ...objects.flatMap((one, index) => deeper(one, named(index))),
  ]
}

const deeper = (schema: Json, path: string) =>
  schema.properties ? fieldLines(schema, path) : innerLines(schema, path)

/** Of ids only the prefix differs. */
const patternOf = (pattern: string) =>
  pattern.replace(/^\^(?:\(\?:)?([a-z|]+)\)?_\[0-7\]\[[^\]]*\]\{25\}\$$/, '$1_…')

const bounds = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxProperties',
  'x-max-bytes',
]

function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return nameIn(schema)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  const variants = variantsOf(schema)
  if (variants.length) return variants.map(typeOf).join(' or ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'anything')
  const form = schema.type === 'array' && schema.items ? `list of ${typeOf(schema.items as Json)}` : type
  const words = [
    ...(schema.format ? [String(schema.format)] : schema.pattern ? [patternOf(String(schema.pattern))] : []),
    ...bounds.flatMap(key => (schema[key] === undefined ? [] : [`${key} ${schema[key]}`])),
  ]
  return words.length ? `${form} (${words.join(', ')})` : form
}
