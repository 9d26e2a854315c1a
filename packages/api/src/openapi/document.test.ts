import { classes } from '@lms/contract'
import { contracts } from '../contracts.ts'
import { operationId, operations, pagesOf } from '../operations.ts'
import { singular } from './component-names.ts'
import { openApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

const document = openApiDocument({ serverUrl: 'https://school.example/api' })
const described = (path: string, method: string) => document.paths[path]![method.toLowerCase()]!

/** All values of a key, at any depth. */
function* valuesOf(value: unknown, key: string): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === key) yield inner
    yield* valuesOf(inner, key)
  }
}
const atReference = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Json | undefined)?.[name], document)

test('every reference has a target', () => {
  const references = [...valuesOf(document, '$ref')] as string[]
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter(reference => atReference(reference) === undefined)).toEqual([])
})

test('every component is used', () => {
  const references = [...valuesOf(document, '$ref')] as string[]
  // An item with relations repeats the plain one, which is the type that programs name.
  const used = new Set([...references, ...references.map(each => each.replace('/Expanded', '/'))])
  const unused = ['parameters', 'headers', 'responses', 'schemas'].flatMap(section =>
    Object.keys(document.components[section]!)
      .map(name => `#/components/${section}/${name}`)
      .filter(reference => !used.has(reference)),
  )
  expect(unused).toEqual([])
})

test('operation ids are unique', () => {
  const ids = [...valuesOf({ paths: document.paths, webhooks: document.webhooks }, 'operationId')]
  expect(ids.length).toBeGreaterThan(operations.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document has exactly the declared operations and pages', () => {
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(
    [...operations, ...pagesOf(contracts)]
      .map(({ operation }) => `${operation.method} ${operation.path}`)
      .sort(),
  )
})

test('it survives JSON unchanged', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

describe.each(operations.map(entry => [entry.operation.route as string, entry] as const))(
  '%s',
  (_, entry) => {
    const { operation } = entry
    const documented = described(operation.path, operation.method)

    test('answers with exactly the statuses of its class', () => {
      const { success, errors } = classes[operation.class]
      expect(Object.keys(documented.responses as Json).map(Number)).toEqual([success, ...errors])
    })

    test('names each of its refusals', () => {
      const text = JSON.stringify(
        Object.values(documented.responses as Record<string, Json>).map(answer =>
          typeof answer.$ref === 'string' ? atReference(answer.$ref) : answer,
        ),
      )
      for (const { reason } of operation.refuses) expect(text).toContain(`"${reason}"`)
    })

    test('has an id, an area, a summary, its path parameters, and its declared body', () => {
      expect(documented).toMatchObject({
        operationId: operationId(entry),
        tags: [entry.area],
        summary: expect.any(String),
      })
      const names = ((documented.parameters ?? []) as Json[])
        .filter(parameter => parameter.in === 'path')
        .map(({ name }) => name)
      expect(names).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]))
      expect(documented.requestBody !== undefined).toBe(operation.body !== null)
    })

    test('has query parameters only if it is a list', () => {
      const text = JSON.stringify(documented.parameters ?? [])
      expect(text.includes('"query"')).toBe(
        Boolean(
          operation.list &&
            Object.keys(operation.list.filters).length +
              operation.list.sorts.length +
              Object.keys(operation.list.expands ?? {}).length,
        ),
      )
      expect(text.includes('parameters/Cursor')).toBe(Boolean(operation.list))
    })
  },
)

test('a filter by time has bounds, a filter by state its states', () => {
  const parameters = described('/v1/users', 'get').parameters as Json[]
  const parameterNamed = (name: string) => parameters.find(parameter => parameter.name === name)
  expect(parameterNamed('created_at[gte]')).toMatchObject({ in: 'query', schema: { format: 'date-time' } })
  expect(parameterNamed('status')).toMatchObject({
    explode: false,
    schema: { items: { enum: ['active', 'blocked', 'deleted'] } },
  })
  expect(parameterNamed('sort')).toMatchObject({
    schema: { items: { enum: expect.arrayContaining(['-created_at']) } },
  })
})

test('changes accept Idempotency-Key, changes of one object If-Match, and a repeated answer is marked', () => {
  const create = JSON.stringify(described('/v1/users', 'post'))
  const change = JSON.stringify(described('/v1/users/{id}', 'patch'))
  const get = JSON.stringify(described('/v1/users/{id}', 'get'))
  expect(create).toContain('parameters/IdempotencyKey')
  expect(create).toContain('headers/IdempotentReplayed')
  expect(create).not.toContain('parameters/IfMatch')
  expect(change).toContain('parameters/IfMatch')
  expect(get).not.toMatch(/IdempotencyKey|IfMatch|IdempotentReplayed/)
  expect(get).toContain('headers/ETag')
})

test('a body is described in its input form, an answer in its output form', () => {
  const { UserCreate, User } = document.components.schemas as Record<string, Json>
  expect(UserCreate!.required).toBeUndefined()
  expect(UserCreate!.additionalProperties).toBe(false)
  expect(User!.required).toContain('created_at')
})

test('components are named as a client names its types', () => {
  const names = Object.keys(document.components.schemas!)
  expect(names.filter(name => /(Answer|Object|Listed|Part|Body|Page)$/.test(name))).toEqual([
    'DeletedPage',
    'Page',
  ])
  expect(names).toEqual(
    expect.arrayContaining(['Order', 'OrderCreate', 'OrderUpdate', 'OrderList', 'Payment']),
  )
  const owners = names.filter(name => /^(Commerce|Learning|Crm|Site|Webinars|Users)(?!Settings)/.test(name))
  expect(owners).toEqual([])
})

test('what is read is not called changed', () => {
  const reads = operations.filter(({ operation }) => operation.method === 'GET')
  const descriptions = reads.map(
    ({ operation }) => (described(operation.path, 'GET').responses as any)[200].description,
  )
  expect(descriptions.filter(text => /change|done/i.test(text))).toEqual([])
})

test('each event is a webhook with its object', () => {
  expect(JSON.stringify(document.webhooks['user.updated'])).toContain('"#/components/schemas/User"')
})

test.each([
  ['users', 'user'],
  ['deliveries', 'delivery'],
  ['accesses', 'access'],
  ['quizzes', 'quiz'],
  ['progress', 'progress'],
  ['auditLog', 'auditLog'],
])('one of %s is %s', (many, one) => {
  expect(singular(many)).toBe(one)
})

test('generated clients know which fields are there: no answer to a change has a partial form, no body a default', () => {
  const schemas = document.components.schemas as Record<string, Json>
  const bodies = operations.flatMap(({ operation }) => (operation.body ? [operation] : []))
  expect(bodies.length).toBeGreaterThan(50)
  for (const { path, method } of bodies) {
    const { requestBody, responses } = (document.paths as any)[path][method.toLowerCase()]
    const body = requestBody.content['application/json'].schema
    const name = body.$ref.split('/').at(-1)
    expect([name, [...valuesOf(schemas[name], 'default')]]).toEqual([name, []])
    const [success] = Object.entries<any>(responses).filter(([status]) => Number(status) < 300)
    const answer = success![1].content['application/json'].schema
    expect(answer).toEqual({ $ref: expect.not.stringMatching(/\/Previous\w+$/) })
  }
})

test('generated clients get one plain type for an item of a list, an error and an event', () => {
  expect([...valuesOf(document, 'allOf')]).toEqual([])
  const pages = Object.entries(document.components.schemas as Record<string, any>).filter(
    ([name, { properties }]) => /List$/.test(name) && properties?.next_cursor,
  )
  expect(pages.length).toBeGreaterThan(50)
  for (const [name, { properties }] of pages)
    expect([name, Object.keys(properties.data.items)]).toEqual([name, ['$ref']])
})

test('an operation is provisional, or its final path is one that there is', () => {
  const described = Object.values(openApiDocument().paths).flatMap(item => Object.values(item))
  const isFinal = (one: object) => !('x-provisional' in one)
  expect(described.filter(isFinal)).toHaveLength(112)
  expect(described.filter(one => !isFinal(one))).toHaveLength(292)
})
