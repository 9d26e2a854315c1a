// Component schemas: every answer, event object and body once, under a name.
import { type EventType, settingsChange } from '@lms/contract'
import { z } from 'zod'
import type { OperationEntry } from '../operations.ts'
import { type Json, pascal, schemaRef } from './json.ts'
import { Pages } from './pages.ts'
import { partNameOf, partsOf } from './parts.ts'

export { type Json, pascal, ref } from './json.ts'

/** `users` → `user`, `deliveries` → `delivery`, `accesses` → `access`: enough English for the names of resources. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2)
  if (name.endsWith('zzes')) return name.slice(0, -3)
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name
}

/** What one service declares of a school's settings. */
export interface SettingsSection {
  service: string
  settings: z.ZodObject
}

export interface SchemaBook {
  /** A reference to the schema of an answer or an event's object. */
  answer(schema: z.ZodType): Json
  /** A reference to the schema of a body. */
  body(schema: z.ZodType): Json
  /** A reference to the partial form of an answer. */
  part(schema: z.ZodType): Json
  /** A reference to a page of a list. */
  page(entry: OperationEntry): Json
  /** All component schemas, by name. */
  components(): Record<string, Json>
}

/**
 * Names the schemas of these operations and events. A schema's own `.meta({ id })` has priority over the derived name.
 */
export function schemaBook(
  entries: readonly OperationEntry[],
  events: readonly EventType[],
  sections: readonly SettingsSection[] = [],
): SchemaBook {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  const give = (schema: z.ZodType, name: string, service: string) => {
    if (names.has(schema)) return
    const own = schema.meta()?.id ?? name
    const free = taken.has(own) ? pascal(service) + own : own
    if (taken.has(free)) throw new Error(`Two schemas would be named ${free}: give one .meta({ id: '…' }).`)
    taken.add(free)
    names.set(schema, free)
  }
  const answers: z.ZodType[] = []
  const bodies: z.ZodType[] = []

  for (const entry of entries.filter(isMain)) give(entry.operation.returns, mainName(entry), entry.service)
  for (const event of events) give(event.object, `${pascal(event.type)}Object`, '')
  for (const entry of entries) {
    const base = pascal(singular(entry.resourceName)) + pascal(entry.name)
    give(entry.operation.returns, `${base}Answer`, entry.service)
    answers.push(entry.operation.returns)
    for (const [name, { returns }] of Object.entries(entry.operation.list?.expands ?? {})) {
      give(returns, base + pascal(name), entry.service)
      answers.push(returns)
    }
    if (!entry.operation.body) continue
    give(entry.operation.body, `${base}Body`, entry.service)
    bodies.push(entry.operation.body)
  }
  answers.push(...events.map(({ object }) => object))
  for (const { service, settings } of sections) {
    const [answer, body] = [settingsChange(settings), settingsChange(settings)]
    give(answer, `${pascal(service)}Settings`, service)
    give(body, `${pascal(service)}SettingsBody`, service)
    answers.push(answer)
    bodies.push(body)
  }

  const nameOf = (schema: z.ZodType) => names.get(schema)!
  const pages = new Pages(nameOf)
  const parts = new Set<string>()
  return {
    answer: schema => schemaRef(nameOf(schema)),
    body: schema => schemaRef(nameOf(schema)),
    part: schema => {
      parts.add(nameOf(schema))
      return schemaRef(partNameOf(nameOf(schema)))
    },
    page: entry => schemaRef(pages.of(entry)),
    components: () => {
      const shown = sectionRefs(sections, 'Settings')
      const sent = sectionRefs(sections, 'SettingsBody')
      const whole = {
        ...jsonSchemas(answers, nameOf, 'output', shown),
        ...jsonSchemas(bodies, nameOf, 'input', sent),
      }
      const paged = pages.schemas(whole)
      return { ...partsOf(whole, [...parts]), ...whole, ...paged }
    },
  }
}

// The answer of `get`, or the item of the list, gets the plain name of the resource.
const isMain = ({ name, operation }: OperationEntry) =>
  name === 'get' || (name === 'list' && Boolean(operation.list))

const mainName = (entry: OperationEntry) => {
  const { resourceName, operation } = entry
  const many = Boolean(operation.list) || operation.class === 'G'
  return many ? pascal(singular(resourceName)) : pascal(resourceName)
}

function jsonSchemas(
  schemas: readonly z.ZodType[],
  nameOf: (schema: z.ZodType) => string,
  io: 'input' | 'output',
  sections: readonly Json[],
) {
  const registry = z.registry<{ id: string }>()
  for (const schema of new Set(schemas)) registry.add(schema, { id: nameOf(schema) })
  const made = z.toJSONSchema(registry, {
    io,
    uri: name => `#/components/schemas/${name}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      tidy(jsonSchema, io)
      showSections(jsonSchema, sections)
    },
  })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema as Json]),
  )
}

const sectionRefs = (sections: readonly SettingsSection[], end: string) =>
  sections.map(({ service }) => schemaRef(pascal(service) + end))

/** A field with the settings of any section gets the schemas of all of them. */
function showSections(schema: z.core.JSONSchema.BaseSchema, sections: readonly Json[]) {
  if (!schema['x-settings']) return
  for (const name of ['x-settings', 'type', 'propertyNames', 'additionalProperties']) delete schema[name]
  schema.anyOf = sections as never
}

/** Removes keywords without information for readers, and allows answers to have new fields. */
function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output') {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minLength === 0) delete schema.minLength
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (io === 'input' && schema.default !== undefined) nameDefault(schema)
  // A format says more than its pattern, which can be half a page long.
  if (schema.format && schema.pattern) delete schema.pattern
}

/** In words: generators of clients take a field with the keyword for one that is always there, also in a body. */
function nameDefault(schema: z.core.JSONSchema.BaseSchema) {
  const { description, default: value } = schema
  const sentence = `Default: \`${JSON.stringify(value)}\`.`
  schema.description = description ? `${description} ${sentence}` : sentence
  delete schema.default
}

/** The schema of one value, without a name. */
export function inlineSchema(schema: z.ZodType): Json {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema, 'input'),
  })
  return made as Json
}
