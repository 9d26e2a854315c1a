// The examples of the document are recorded, and match its schemas and the declarations.
import { classes } from '@lms/contract'
import { emittedEvents } from '../events.ts'
import { recordedCall } from '../examples/examples.ts'
import { operationId, operations } from '../operations.ts'
import { openApiDocument } from './document.ts'
import { contentOf, schemasOf } from './document-schemas.ts'

const document = openApiDocument()
const described = schemasOf(document)
const partly = schemasOf(document, { partly: true })
const issuesOf = (schema: object, value: unknown) =>
  described(schema as never).safeParse(value).error?.issues ?? []

describe.each(operations.map(({ operation }) => [operation.route as string, operation] as const))(
  '%s',
  (_, operation) => {
    const { path, method, body, returns, list } = operation

    test('its answer matches the schema of the example', () => {
      const { schema, example } = contentOf(document, path, method, classes[operation.class].success)
      expect(issuesOf(schema, example)).toEqual([])
      const one = list ? (example as { data: unknown[] }).data[0] : example
      expect(returns.safeParse(one).error).toBeUndefined()
    })

    if (body)
      test('accepts the example of its body', () => {
        const { schema, example } = contentOf(document, path, method)
        expect(issuesOf(schema, example)).toEqual([])
        expect(body.safeParse(example).error).toBeUndefined()
      })

    const relations = Object.keys(list?.expands ?? {})
    if (relations.length)
      test.each(relations)('describes the result of expand=%s', name => {
        const way = name.split('.')
        const item = JSON.stringify(document.components.schemas![pageItem(path, method)])
        expect(way.every(part => item.includes(`"${part}":`))).toBe(true)
        expect(item).toContain(`\`expand=${name}\``)
      })

    if (list)
      test('describes items with some fields only', () => {
        const { schema, example } = contentOf(document, path, method, 200)
        const [item] = (example as { data: Record<string, unknown>[] }).data
        const parts = Object.entries(item!).map(([name, value]) => ({ id: item!.id, [name]: value }))
        const issues = (data: unknown[]) =>
          partly(schema).safeParse({ data, next_cursor: null }).error?.issues
        expect(issues(parts)).toBeUndefined()
        expect(issues([{ ...parts[0], id: 5 }])).not.toBeUndefined()
      })
  },
)

/** The name of the schema of a page with whole items. */
function pageItem(path: string, method: string): string {
  const { schema } = contentOf(document, path, method, 200)
  const page = document.components.schemas![String(schema.$ref).split('/').at(-1)!] as any
  return page.properties.data.items.$ref.split('/').at(-1)
}

test.each(emittedEvents.map(({ event }) => [event.type as string, event] as const))(
  'the example of %s is such an event',
  (type, event) => {
    const { post } = document.webhooks[type] as any
    const { schema, example } = post.requestBody.content['application/json']
    expect(issuesOf(schema, example)).toEqual([])
    expect(event.object.safeParse(example.data.object).error).toBeUndefined()
    const known = [...event.related, 'actor_id', 'cause_id']
    expect(Object.keys(example.related).filter(name => !known.includes(name))).toEqual([])
    // Of an event that tells both of new objects and of changed ones, either may be the newest.
    if (!event.changes) expect(example.data).not.toHaveProperty('previous')
    expect(schema.properties.data).toMatchObject({ type: 'object', required: ['object'] })
  },
)

/** Only a saved card that fails can be charged again; the answer is the subscription of another operation. */
const unrecorded = ['subscriptions.retry']
test('the call of every operation is recorded (`npm run examples`)', () => {
  const missing = operations.filter(entry => !recordedCall(entry)).map(operationId)
  expect(missing).toEqual(unrecorded)
})

test('every amount says that it is in minor units', () => {
  const amounts: string[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (/(^|_)amount$/.test(name) && inner?.type === 'integer') amounts.push(inner.description ?? name)
      look(inner)
    }
  }
  look(document.components.schemas)
  expect(amounts.length).toBeGreaterThan(5)
  expect(amounts.filter(text => !text.includes('minor unit'))).toEqual([])
})

test('the rules for receivers include headers, rotation and the form of secrets', () => {
  const events = document.tags.find(({ name }) => name === 'Events')!.description
  for (const word of ['X-LMS-Signature', 'webhook-signature', 'whsec_', 'rotate_secret', 'sequence'])
    expect(events).toContain(word)
})

test('an operation for any credential says that publishable keys may not use it', () => {
  expect(document.paths['/v1/me']!.get!.description).toBe(
    'Any key or session may use it. Publishable keys may not use it.',
  )
})
