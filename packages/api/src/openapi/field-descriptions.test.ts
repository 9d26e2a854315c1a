import { openApiDocument } from './document.ts'
import { pathDescription, withDescriptions } from './field-descriptions.ts'
import type { Json } from './json.ts'

const document = openApiDocument()

interface Field {
  at: string
  field: Json
}

/** All properties of a schema, at any depth: `Order.items.id`. */
function* fieldsOf(schema: Json, at: string): Generator<Field> {
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    yield { at: `${at}.${name}`, field }
    yield* fieldsOf(field, `${at}.${name}`)
  }
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap(key => (schema[key] ?? []) as Json[])
  for (const one of [schema.items, schema.additionalProperties, ...inner])
    if (typeof one === 'object' && one !== null) yield* fieldsOf(one as Json, at)
}

const fields = Object.entries(document.components.schemas!).flatMap(([name, schema]) => [
  ...fieldsOf(schema, name),
])
const parameters = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { parameters = [] }]) =>
    (parameters as Json[])
      .filter(({ $ref }) => !$ref)
      .map(parameter => ({ at: `${method} ${path} ${parameter.name}`, field: parameter })),
  ),
)
const shared = Object.entries(document.components.parameters!).map(([at, field]) => ({ at, field }))
const described = [...fields, ...parameters, ...shared]

/** A default alone says nothing of the field. */
const textOf = ({ field }: Field) => String(field.description ?? '').replace(/^Default: `.*`\.$/, '')

test('every field and parameter has a description', () => {
  expect(fields.length).toBeGreaterThan(7000)
  expect(parameters.length).toBeGreaterThan(1000)
  expect(described.filter(one => textOf(one) === '').map(({ at }) => at)).toEqual([])
})

test('no description has a private word', () => {
  const privateWord = /\b(lanes?|deeds?|handings?|departures?|shelf|shelves)\b/i
  expect(described.filter(one => privateWord.test(textOf(one))).map(({ at }) => at)).toEqual([])
})

test('no description only repeats the name', () => {
  const repeated = fields.filter(one => {
    const words = one.at.split('.').at(-1)!.replaceAll('_', ' ')
    return [`the ${words}.`, `${words}.`].includes(textOf(one).toLowerCase()) && !('$ref' in one.field)
  })
  expect([...new Set(repeated.map(({ at }) => at))]).toEqual([])
})

const id = (prefix: string) => ({ type: 'string', pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$` })
const time = { type: 'string', format: 'date-time' }
const orNull = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] })

test.each<[string, Json, string | undefined]>([
  ['id', id('ord'), 'The id of the order.'],
  ['course_id', id('crs'), 'The id of the course.'],
  ['course_id', orNull(id('crs')), 'The id of the course; null if there is none.'],
  ['template_id', id('tpl'), 'The id of the message template.'],
  ['lesson_ids', { type: 'array', items: id('les') }, 'The ids of the lessons.'],
  ['curator_id', id('usr'), undefined],
  ['resource_id', { type: 'string', pattern: '^(?:crs|grp)_[0-7][0-9a-hjkmnp-tv-z]{25}$' }, undefined],
  ['version', { type: 'integer' }, 'Rises with each change; send it as `If-Match`.'],
  ['created_at', time, 'When the order was created.'],
  ['paid_at', orNull(time), 'When the order was paid; null if it has not been.'],
  ['failed_at', orNull(time), 'When the order failed; null if it has not.'],
  ['expires_at', orNull(time), 'When the order expires; null if it does not expire.'],
  ['due_at', time, undefined],
  ['deleted', { const: true }, 'Always true: the order was deleted.'],
  ['kind', { const: 'text' }, 'Always `text`: it tells this form from the others.'],
  ['user', orNull({ $ref: '#/components/schemas/User' }), 'The user; null if there is none.'],
  ['name', { description: 'Shown in lists.', 'x-default': '' }, 'Shown in lists. Default: `""`.'],
  ['currency', orNull({ type: 'string', description: 'The currency.' }), 'The currency.'],
  ['email', { ...orNull({ description: 'An address.' }), description: 'Of the buyer.' }, 'Of the buyer.'],
  ['homework', { $ref: '#/components/schemas/HomeworkSummary' }, 'The homework.'],
])('%s of %j is %s', (name, field, sentence) => {
  const { properties } = withDescriptions('OrderUpdate', { properties: { [name]: field } }) as {
    properties: Record<string, Json>
  }
  expect(properties[name]!.description).toBe(sentence)
})

test.each([
  ['id', {}, 'orders', 'The id of the order.'],
  ['id', id('whk'), 'webhooks', 'The id of the webhook subscription.'],
  ['itemId', {}, 'items', 'The id of the item.'],
  ['id', {}, 'quiz-attempts', 'The id of the quiz attempt.'],
  ['email', {}, 'by-email', undefined],
])('{%s} of %j after %s', (name, schema, parent, sentence) => {
  expect(pathDescription(name, schema, parent)).toBe(sentence)
})
