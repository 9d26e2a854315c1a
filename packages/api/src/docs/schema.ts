// A JSON Schema for readers: its type in words, and its fields one below the other.
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'
import { code, escapeHtml, markdown } from './html.ts'

/** The target of a reference of the document; other schemas unchanged. */
export function resolve(document: OpenApiDocument, value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  const [, , section, name] = value.$ref.split('/') as [string, string, string, string]
  return document.components[section]![name]!
}

const linkOf = (reference: string) => {
  const name = reference.split('/').at(-1)!
  return `<a href="#schema-${name}">${escapeHtml(name)}</a>`
}

/** HTML of a schema. */
export function describeSchema(schema: Json): string {
  const fields = schema.properties as Record<string, Json> | undefined
  const inner = fields
    ? `<div class="fields">${Object.entries(fields)
        .map(([name, field]) => fieldLine(name, field, ((schema.required ?? []) as string[]).includes(name)))
        .join('')}</div>`
    : ''
  const merged = ((schema.allOf ?? []) as Json[]).map(describeSchema).join('')
  const type = schema.allOf || fields ? '' : `<div>${typeOf(schema)}${notes(schema)}</div>`
  return type + merged + inner
}

function fieldLine(name: string, field: Json, required: boolean): string {
  const target = nested(field)
  const head = `${code(name)} ${typeOf(field)}${required ? '' : ' <i>optional</i>'}${notes(field)}`
  return `<div>${head}${target ? describeSchema(target) : ''}</div>`
}

/** The object schema of a field that has no name of its own. */
function nested(field: Json): Json | null {
  if (field.properties) return field
  const items = field.items as Json | undefined
  if (items?.properties) return items
  const options = (field.anyOf ?? []) as Json[]
  return options.find(option => option.properties) ?? null
}

function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return linkOf(schema.$ref)
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (Array.isArray(schema.enum)) return schema.enum.map(value => code(String(value))).join(' ')
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Json[]).map(typeOf).join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items as Json) : 'anything'}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'anything')
  return `<i>${escapeHtml(schema.format ? `${type} ${schema.format}` : type)}</i>`
}

const limits = {
  minLength: 'from',
  maxLength: 'to',
  minimum: '≥',
  maximum: '≤',
  minItems: 'from',
  maxItems: 'to',
}

function notes(schema: Json): string {
  const words = Object.entries(limits).flatMap(([key, word]) =>
    key in schema ? [`${word} ${schema[key]}`] : [],
  )
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`)
  const text = words.length ? ` <i>${escapeHtml(words.join(', '))}</i>` : ''
  return text + (schema.description ? ` ${markdown(String(schema.description))}` : '')
}
