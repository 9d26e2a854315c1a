// Tables derived from an object, with each option.
import { id, oneOf, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { column } from '../database/columns.ts'
import { objectTable, type RowIn } from './object-table.ts'

const Page = z.object({
  id: id('off'),
  slug: text(50, 1),
  title: z.string().nullable(),
  kind: oneOf(['news', 'help']),
  ends_at: timestamp().nullable(),
  ...stamps,
})
const list = { list: { filters: {}, sorts: ['created_at', 'slug', 'title'] } } as const

type Entity = ReturnType<typeof objectTable>['entity']
const metaOf = (entity: Entity) => entity.init().meta
const indexesOf = (entity: Entity) =>
  metaOf(entity).indexes.map(index => (index as { properties: string[] }).properties.join(', '))

test('a sort has an index, unless a unique constraint serves it', () => {
  const { entity } = objectTable('pages.pages', Page, {
    list,
    unique: [{ of: ['slug'] }, { of: ['title'] }, { of: ['kind', 'created_at'] }],
  })
  // Where titles are null there are many of one value.
  expect(indexesOf(entity)).toEqual(['school_id, created_at, id', 'school_id, title, id'])
})

test('indexes begin with the school, except those for work across all schools', () => {
  const { entity } = objectTable('pages.kept', Page, {
    indexes: [['kind', 'id']],
    acrossSchools: [['ends_at']],
  })
  expect(indexesOf(entity)).toEqual(['school_id, kind, id', 'ends_at'])
})

test('a column has its declared kind, and is nullable if its field is', () => {
  const { entity } = objectTable('pages.coded', Page, {
    kinds: { title: 'key' },
    hidden: { seal: column.json() },
  })
  const { title, seal } = metaOf(entity).properties as Record<string, object>
  expect(title).toMatchObject({ columnTypes: ['text collate "C"'], nullable: true })
  expect(seal).toMatchObject({ columnTypes: ['jsonb'], hidden: true })
})

test('a column of declared states has a check of them, nullable or not, and no other has one', () => {
  const Stated = Page.extend({ mood: oneOf(['calm']).nullable() })
  const { entity } = objectTable('pages.stated', Stated)
  const checks = metaOf(entity).checks.map(({ name, expression }) => [name, String(expression)])
  expect(checks).toEqual([
    ['stated_kind_check', `"kind" in ('news', 'help')`],
    ['stated_mood_check', `"mood" in ('calm')`],
  ])
})

test('a key has its columns in the declared order', () => {
  const created = objectTable('pages.members', Page, { key: ['slug', 'id'], computed: ['title'] })
  expect(metaOf(created.entity).primaryKeys).toEqual(['school_id', 'slug', 'id'])
  expect(created.shape.columns.map(({ name }) => name).slice(0, 3)).toEqual(['school_id', 'slug', 'id'])
  const { entity } = objectTable('pages.plain', Page)
  expect(metaOf(entity).primaryKeys).toEqual(['school_id', 'id'])
})

test('rows have the types of their fields and of hidden columns', () => {
  const created = objectTable('pages.typed', Page, {
    computed: ['title'],
    hidden: { seal: column.json<{ by: string }>().nullable(), tries: column.integer() },
  })
  type Row = RowIn<typeof created>
  const row = (fields: Pick<Row, 'kind' | 'seal' | 'tries'>) => fields
  row({ kind: 'news', seal: null, tries: 1 })
  row({ kind: 'help', seal: { by: 'me' }, tries: 1 })
  // @ts-expect-error: a number may not be null
  row({ kind: 'news', seal: null, tries: null })
  // @ts-expect-error: no kind of page
  row({ kind: 'other', seal: null, tries: 1 })
  // @ts-expect-error: what is worked out is no column
  const none: Row['title'] = null
  expect(none).toBeNull()
})

test.each([
  [z.number(), /^score is a number without a column: keep whole numbers/],
  [z.union([z.string(), z.int()]), /^No column is known for score: declare its kind/],
])('a field that no column keeps says what to do', (score, message) => {
  expect(() => objectTable('pages.scored', Page.extend({ score }))).toThrow(message)
  expect(() => objectTable('pages.kind', Page.extend({ score }), { kinds: { score: 'json' } })).not.toThrow()
})
