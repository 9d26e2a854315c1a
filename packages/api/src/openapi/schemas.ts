// Component schemas: every answer, event object and body once, under a name.
import type { EventType } from '@lms/contract'
import { z } from 'zod'
import type { OperationEntry } from '../operations.ts'
import { componentNames, type SettingsSection } from './component-names.ts'
import { withDefault, withDescriptions } from './field-descriptions.ts'
import { type Json, pascal, schemaRef } from './json.ts'
import { Pages } from './pages.ts'
import { partNameOf, partsOf } from './parts.ts'

export { type Json, pascal, ref } from './json.ts'

export interface SchemaBook {
  /** The name of the component of an answer or a body. */
  nameOf(schema: z.ZodType): string
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

/** The component schemas of these operations, events and settings. */
export function schemaBook(
  entries: readonly OperationEntry[],
  events: readonly EventType[],
  sections: readonly SettingsSection[] = [],
): SchemaBook {
  const { answers, bodies, nameOf } = componentNames(entries, events, sections)
  const pages = new Pages(nameOf)
  const parts = new Set<string>()
  return {
    nameOf,
    answer: schema => schemaRef(nameOf(schema)),
    body: schema => schemaRef(nameOf(schema)),
    part: schema => {
      parts.add(nameOf(schema))
      return schemaRef(partNameOf(nameOf(schema)))
    },
    page: entry => schemaRef(pages.of(entry)),
    components: () => {
      const settingsRefs = sectionRefs(sections, 'Settings')
      const sent = sectionRefs(sections, 'SettingsUpdate')
      const fullSchemas = {
        ...jsonSchemas(answers, nameOf, 'output', settingsRefs),
        ...jsonSchemas(bodies, nameOf, 'input', sent),
      }
      const paged = pages.schemas(fullSchemas)
      return { ...partsOf(fullSchemas, [...parts]), ...fullSchemas, ...paged }
    },
  }
}

function jsonSchemas(
  schemas: readonly z.ZodType[],
  nameOf: (schema: z.ZodType) => string,
  io: 'input' | 'output',
  sections: readonly Json[],
) {
  const registry = z.registry<{ id: string }>()
  for (const schema of new Set(schemas)) registry.add(schema, { id: nameOf(schema) })
  const document = z.toJSONSchema(registry, {
    io,
    uri: name => `#/components/schemas/${name}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      tidy(jsonSchema, io)
      showSections(jsonSchema, sections)
    },
  })
  return Object.fromEntries(
    Object.entries(document.schemas).map(([name, { $schema, $id, id, ...schema }]) => [
      name,
      withDescriptions(name, schema as Json),
    ]),
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

/** A keyword of ours until the description of the field is complete, which then ends with the default. */
function nameDefault(schema: z.core.JSONSchema.BaseSchema) {
  schema['x-default'] = schema.default
  delete schema.default
}

/** The schema of one value, without a name. */
export function inlineSchema(schema: z.ZodType): Json {
  const { $schema, ...inlined } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema, 'input'),
  })
  return withDefault(inlined as Json)
}
