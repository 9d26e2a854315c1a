// The lists of all services, as the service of exports needs them. It may not import the other services, so this is
// written to a file.
import { z } from 'zod'
import { operations } from './operations.ts'

type Json = Record<string, unknown>
type Kind = 'time' | 'number' | 'boolean' | 'text' | 'json'

/**
 * By path: the service, the permission, the columns of an item by their path with their kinds, and the relations of `expand`
 * with the permission that each needs.
 */
export const declaredLists = () =>
  Object.fromEntries(
    operations
      .filter(({ operation: { list, method, path } }) => list && method === 'GET' && path.startsWith('/v1/'))
      .map(({ service, operation: { path, permission, returns, list } }) => {
        const schema = z.toJSONSchema(returns, { io: 'output', unrepresentable: 'any' }) as Json
        const columns = Object.fromEntries(columnsOf(schema, []))
        const expands = Object.fromEntries(
          Object.entries(list!.expands ?? {}).map(([name, relation]) => [name, relation.permission]),
        )
        return [path, { service, permission, sorts: list!.sorts, columns, expands }]
      }),
  )

/** Objects are followed to their fields; lists and objects with free names are one column of JSON. */
function columnsOf(json: Json, path: readonly string[]): [name: string, kind: Kind][] {
  const schema = present(json)
  const properties = schema.properties as Record<string, Json> | undefined
  if (!properties) return path.length ? [[path.join('.'), kindOf(schema)]] : []
  return Object.entries(properties).flatMap(([name, inner]) => columnsOf(inner, [...path, name]))
}

/** The schema of what is not null. */
function present(schema: Json): Json {
  const options = (schema.anyOf as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  return options?.length === 1 ? present(options[0]!) : schema
}

function kindOf({ type, format, enum: values, const: value }: Json): Kind {
  if (type === 'string') return format === 'date-time' ? 'time' : 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  return values || value ? 'text' : 'json'
}
