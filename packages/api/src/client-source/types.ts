// JSON schemas as TypeScript: what an editor shows of a field is its type and its description.
import type { Json } from '../openapi/json.ts'

/** The names of the schemas that a text of types refers to. */
export type Seen = (name: string) => void

const isName = /^[A-Za-z_$][\w$]*$/
export const keyOf = (name: string): string => (isName.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`)
export const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)

/** A comment before a declaration; empty without a text. */
export const commentOf = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text !== ''
    ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ')} */\n`
    : ''

/** The type of a schema; `seen` hears the names that it refers to. */
export function typeOf(schema: Json, seen: Seen, indent = ''): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    seen(name)
    return name
  }
  if (schema.const !== undefined) return quoted(schema.const)
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map(quoted))].join(' | ')
  const union = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (union) return [...new Set(union.map(one => typeOf(one, seen, indent)))].join(' | ')
  if (schema.allOf)
    return (schema.allOf as Json[]).map(one => inParentheses(typeOf(one, seen, indent))).join(' & ')
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined]
  return types.map(type => plainType(type, schema, seen, indent)).join(' | ')
}

const inParentheses = (text: string) => (/[|&]/.test(text) ? `(${text})` : text)

function plainType(type: string | undefined, schema: Json, seen: Seen, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `${inParentheses(schema.items ? typeOf(schema.items as Json, seen, indent) : 'unknown')}[]`
    case 'object':
      return objectType(schema, seen, indent)
    default:
      return schema.properties ? objectType(schema, seen, indent) : 'unknown'
  }
}

function objectType(schema: Json, seen: Seen, indent: string): string {
  const { properties, additionalProperties } = schema as {
    properties?: Record<string, Json>
    additionalProperties?: Json | boolean
  }
  const any =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, seen, indent) : 'unknown'
  if (!properties || Object.keys(properties).length === 0)
    return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${any}>`
  return `{\n${fieldsOf(schema, seen, `${indent}  `)}${indent}}`
}

/** The fields of an object, a line or two each. */
export function fieldsOf(schema: Json, seen: Seen, indent: string): string {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .map(
      ([name, field]) =>
        `${commentOf(field.description, indent)}${indent}${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(field, seen, indent)}\n`,
    )
    .join('')
}

/** A named schema: an interface where it is one object, else a type. */
export function declarationOf(name: string, schema: Json, seen: Seen): string {
  const isObject = schema.properties && !schema.anyOf && !schema.oneOf && !schema.allOf
  const comment = commentOf(schema.description)
  return isObject
    ? `${comment}export interface ${name} {\n${fieldsOf(schema, seen, '  ')}}\n`
    : `${comment}export type ${name} = ${typeOf(schema, seen)}\n`
}
