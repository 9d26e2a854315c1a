// The parameters of an operation: path, headers, and the query of a list.
import { classes, type Filter, type ListSpec, listBounds, namesInBody, type Operation } from '@lms/contract'
import { pathDescription } from './field-descriptions.ts'
import { inlineSchema, type Json, ref } from './schemas.ts'

const parameter = (name: string) => ref('parameters', name)
const query = (name: string, description: string, schema: Json, extra: Json = {}): Json => ({
  name,
  in: 'query',
  description,
  schema,
  ...extra,
})

/** Parameters that many operations share, by name. */
export const sharedParameters: Record<string, Json> = {
  OnBehalfOf: {
    name: 'X-On-Behalf-Of',
    in: 'header',
    description:
      'Id of the person to act for. Only for integration keys of role owner or administrator; the call needs the permissions of both.',
    schema: { type: 'string', examples: ['usr_01h455vb4pex5vsknk084sn02q'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new string for each logical request. A repetition within 24 hours gets the first answer again, without a second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the object as you read it; the change is refused if the object has changed since.',
    schema: { type: 'string', examples: ['"v3"'] },
  },
  Limit: query('limit', 'The maximum number of items on a page; a page may have fewer.', {
    type: 'integer',
    minimum: 1,
    maximum: listBounds.items,
    default: listBounds.usualItems,
  }),
  Cursor: query('cursor', 'Where to continue: `next_cursor` of the page before, with the same `sort`.', {
    type: 'string',
  }),
  Fields: query(
    'fields',
    'Only these fields of each item, separated by commas; a dot goes inside: `id,status,items.amount`. `id` is always included.',
    { type: 'string' },
  ),
  Search: searchParameter('Text to search for.'),
}

function searchParameter(description: string): Json {
  return query('q', description, { type: 'string', maxLength: listBounds.search })
}

/** The parameters of an operation. */
export const parametersOf = (operation: Operation): Json[] => [
  ...pathParameters(operation),
  ...(operation.list ? listParameters(operation.list) : []),
  ...headerParameters(operation),
]

function pathParameters({ path, pathSchemas }: Operation): Json[] {
  return [...path.matchAll(/([^/]*)\/\{(\w+)\}/g)].map(([, parent, name]) => {
    const { description, ...schema } = pathSchemas[name!]
      ? inlineSchema(pathSchemas[name!]!)
      : { type: 'string' }
    return {
      name,
      in: 'path',
      required: true,
      description: description ?? pathDescription(name!, schema, parent!),
      schema,
    }
  })
}

function headerParameters(operation: Operation): Json[] {
  if (operation.class === 'P') return []
  const names = ['OnBehalfOf']
  if (classes[operation.class].changes) names.push('IdempotencyKey')
  if (operation.class === 'M' || namesInBody(operation)) names.push('IfMatch')
  return names.map(parameter)
}

function listParameters({ filters, sorts, defaultSort, search, expands = {} }: ListSpec): Json[] {
  const fallback = defaultSort ?? (sorts.includes('created_at') ? '-created_at' : sorts[0])
  const order = sorts.flatMap(name => [name, `-${name}`])
  const relations = Object.keys(expands)
  return [
    parameter('Limit'),
    parameter('Cursor'),
    ...(sorts.length ? [sortParameter(order, fallback)] : []),
    parameter('Fields'),
    ...(relations.length ? [expandParameter(relations)] : []),
    ...(search ? [typeof search === 'string' ? searchParameter(search) : parameter('Search')] : []),
    ...Object.entries(filters).flatMap(([name, filter]) => filterParameters(name, filter)),
  ]
}

const commas = { style: 'form', explode: false }
const words = (values: readonly string[]): Json => ({
  type: 'array',
  items: { type: 'string', enum: values },
})

const sortParameter = (order: readonly string[], fallback: string | undefined) =>
  query(
    'sort',
    `Order of the items; a minus means descending${fallback ? `. Default: \`${fallback}\`` : ''}.`,
    words(order),
    commas,
  )

const expandParameter = (relations: readonly string[]) =>
  query('expand', 'Related objects to include, as far as the key may read them.', words(relations), commas)

const endWords = {
  first:
    'The first day, in the time zone of the school: `2026-10-01`, or a time in it. Default: 30 days before the end.',
  last: 'The day after the last one, in the time zone of the school: `2026-11-01`, or a time in the last one. Default: tomorrow.',
} as const

const bounds = { gt: 'after', gte: 'at or after', lt: 'before', lte: 'at or before' } as const

function filterParameters(name: string, filter: Filter): Json[] {
  if (filter.kind === 'time' && filter.end) return [query(name, endWords[filter.end], { type: 'string' })]
  if (filter.kind === 'time' || filter.kind === 'integer') {
    const schema = filter.kind === 'time' ? { type: 'string', format: 'date-time' } : { type: 'integer' }
    return [
      query(name, `Only items whose \`${name}\` has this value.`, schema),
      ...Object.entries(bounds).map(([bound, where]) =>
        query(
          `${name}[${bound}]`,
          `Only items whose \`${name}\` is ${wordOf(filter.kind, where)} this.`,
          schema,
        ),
      ),
    ]
  }
  // A parameter of OpenAPI has a fixed name, so a free field name becomes a template.
  if (name.endsWith('.*')) {
    const any = name.replace('*', '{name}')
    return [
      query(
        any,
        `Only items whose \`${any}\` has one of these values; \`{name}\` stands for the name of a field.`,
        valuesOf(filter),
        commas,
      ),
    ]
  }
  return [query(name, `Only items whose \`${name}\` has one of these values.`, valuesOf(filter), commas)]
}

const wordOf = (kind: string, where: string) =>
  kind === 'time' ? where : where.replace('after', 'above').replace('before', 'below')

function valuesOf(filter: Filter): Json {
  if (filter.kind === 'state') return words(filter.values)
  if (filter.kind === 'boolean') return { type: 'array', items: { type: 'boolean' } }
  return { type: 'array', items: itemOf(filter) }
}

function itemOf(filter: Filter): Json {
  switch (filter.kind) {
    case 'id':
      return { type: 'string', examples: [`${filter.prefix}_01h455vb4pex5vsknk084sn02q`] }
    case 'email':
      return { type: 'string', format: 'email' }
    case 'phone':
      return { type: 'string', examples: ['+491711234567'] }
    default:
      return { type: 'string' }
  }
}
