import { filter, type ListSpec } from '@lms/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { Cursors } from './cursor.ts'
import type { ListQuery } from './list-query.ts'
import { readListQuery } from './read-list-query.ts'

const spec: ListSpec = {
  filters: {
    status: filter.state(['paid', 'canceled']),
    user_id: filter.id('usr'),
    name: filter.text,
    email: filter.email,
    phone: filter.phone,
    gone: filter.boolean,
    amount: filter.integer,
    created_at: filter.time,
    'fields.*': filter.text,
  },
  sorts: ['created_at', 'name', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'],
  search: true,
  expands: {
    user: { key: 'user_id', permission: 'users:read', returns: z.object({ email: z.string().nullable() }) },
  },
}
const cursors = new Cursors(Buffer.alloc(32, 1))
const context = {
  spec,
  item: z.object({
    id: z.string(),
    status: z.string(),
    items: z.array(z.object({ amount: z.int() })),
    data: z.record(z.string(), z.unknown()),
  }),
  cursors,
  school: 'sch_1',
  route: 'GET /v1/orders',
}
const read = (query: string, changes: Partial<ListSpec> = {}) =>
  readListQuery(query, { ...context, spec: { ...spec, ...changes } })

const newest = [{ name: 'created_at', descending: true }]
const user = 'usr_01h455vb4pex5vsknk084sn02q'

const filters = Object.keys(spec.filters).join(', ')

// query · the parsed query · the warning about an unused part · whether nothing matches
const table: [string, Partial<ListQuery>, string | null, boolean][] = [
  ['', { limit: 50, sort: newest, filters: [], search: null, fields: null, expand: [] }, null, false],
  ['limit=1000', { limit: 1000 }, null, false],
  ['limit=0', { limit: 1 }, 'limit is 1 to 1000; 1 is used', false],
  ['limit=-5', { limit: 1 }, 'limit is 1 to 1000; 1 is used', false],
  ['limit=5000', { limit: 1000 }, 'limit is 1 to 1000; 1000 is used', false],
  ['limit=99999999999999999999', { limit: 1000 }, 'limit is 1 to 1000; 1000 is used', false],
  ['limit=-99999999999999999999', { limit: 1 }, 'limit is 1 to 1000; 1 is used', false],
  ['limit=ten', { limit: 50 }, 'limit is not an integer; 50 is used', false],
  ['limit=', { limit: 50 }, 'limit is not an integer; 50 is used', false],
  ['limit=1e2', { limit: 50 }, 'limit is not an integer; 50 is used', false],
  ['limit=2&limit=3', { limit: 2 }, 'limit is sent more than once; the first one is used', false],
  ['sort=name', { sort: [{ name: 'name', descending: false }] }, null, false],
  [
    'sort=-name,created_at',
    {
      sort: [
        { name: 'name', descending: true },
        { name: 'created_at', descending: false },
      ],
    },
    null,
    false,
  ],
  [
    'sort=name,-name',
    { sort: [{ name: 'name', descending: false }] },
    'sort names "name" twice; the first one is used',
    false,
  ],
  [
    'sort=status',
    { sort: newest },
    `sort does not take "status"; it takes ${spec.sorts.join(', ')}; it is ignored`,
    false,
  ],
  ['sort=', { sort: newest }, null, false],
  [
    'sort=-name&sort=created_at',
    {
      sort: [
        { name: 'name', descending: true },
        { name: 'created_at', descending: false },
      ],
    },
    null,
    false,
  ],
  ['fields=status&fields=items', { fields: ['id', 'status', 'items'] }, null, false],
  ['expand=user&expand=user', { expand: ['user'] }, null, false],
  [
    `fields=status,data${'.a'.repeat(6000)}`,
    { fields: ['id', 'status'] },
    `fields goes 10 names deep; "data${'.a'.repeat(18)}…" is ignored`,
    false,
  ],
  [`fields=data${'.a'.repeat(9)}`, { fields: ['id', `data${'.a'.repeat(9)}`] }, null, false],
  [
    `expand=user${',user'.repeat(19)},y`,
    { expand: ['user'] },
    'expand takes 20 names; 1 are ignored: "y"',
    false,
  ],
  [
    'sort=a1,a2,a3,a4,a5,a6',
    { sort: 'a1 a2 a3 a4 a5'.split(' ').map(name => ({ name, descending: false })) },
    'sort takes 5 fields; "a6" is ignored',
    false,
  ],
  ['fields=status', { fields: ['id', 'status'] }, null, false],
  [
    'fields=items.amount,user.email,data.any.thing&expand=user',
    { fields: ['id', 'items.amount', 'user.email', 'data.any.thing'] },
    null,
    false,
  ],
  ['fields=user.email', { fields: null }, 'fields needs expand=user for "user.email"; it is ignored', false],
  ['fields=user', { fields: null }, 'fields needs expand=user for "user"; it is ignored', false],
  ['fields=users', { fields: null }, 'fields does not take "users"; it is ignored', false],
  [
    'fields=id,user.name&expand=user',
    { fields: ['id'] },
    'fields does not take "user.name"; it is ignored',
    false,
  ],
  ['fields=items.colour', { fields: null }, 'fields does not take "items.colour"; it is ignored', false],
  ['fields=status.length', { fields: null }, 'fields does not take "status.length"; it is ignored', false],
  ['fields=secret', { fields: null }, 'fields does not take "secret"; it is ignored', false],
  ['fields=__proto__', { fields: null }, 'fields does not take "__proto__"; it is ignored', false],
  ['expand=user,user', { expand: ['user'] }, null, false],
  ['expand=offer', { expand: [] }, 'expand does not take "offer"; it takes user; it is ignored', false],
  [
    'expand=constructor',
    { expand: [] },
    'expand does not take "constructor"; it takes user; it is ignored',
    false,
  ],
  ['q=ann', { search: 'ann' }, null, false],
  ['q=%20%20', { search: null }, null, false],
  ['q=%00', { search: null }, 'q has a NUL character; nothing matches', true],
  [`q=${'a'.repeat(201)}`, { search: null }, 'q has more than 200 characters; nothing matches', true],
  ['status=paid', { filters: [{ name: 'status', operator: '=', values: ['paid'] }] }, null, false],
  [
    'status=paid,canceled',
    { filters: [{ name: 'status', operator: 'in', values: ['paid', 'canceled'] }] },
    null,
    false,
  ],
  ['status=lost', { filters: [] }, 'status is never "lost"; nothing matches', true],
  [
    'status=paid,lost',
    { filters: [{ name: 'status', operator: '=', values: ['paid'] }] },
    'status is never "lost"; it is ignored',
    false,
  ],
  [`user_id=${user}`, { filters: [{ name: 'user_id', operator: '=', values: [user] }] }, null, false],
  ['user_id=ord_1', { filters: [] }, 'user_id is never "ord_1"; nothing matches', true],
  ['name=a,b', { filters: [{ name: 'name', operator: 'in', values: ['a', 'b'] }] }, null, false],
  ['name=a&name=b', { filters: [{ name: 'name', operator: 'in', values: ['a', 'b'] }] }, null, false],
  ['name=a,a&name=a', { filters: [{ name: 'name', operator: '=', values: ['a'] }] }, null, false],
  ['name="a, b",c', { filters: [{ name: 'name', operator: 'in', values: ['a, b', 'c'] }] }, null, false],
  [
    'name="say ""hi"", Ann"',
    { filters: [{ name: 'name', operator: '=', values: ['say "hi", Ann'] }] },
    null,
    false,
  ],
  ['name="a', { filters: [{ name: 'name', operator: '=', values: ['"a'] }] }, null, false],
  ['name=a"b', { filters: [{ name: 'name', operator: '=', values: ['a"b'] }] }, null, false],
  ['name=""', { filters: [{ name: 'name', operator: '=', values: [''] }] }, null, false],
  ['name=a,', { filters: [{ name: 'name', operator: 'in', values: ['a', ''] }] }, null, false],
  [
    'phone=+491711234567',
    { filters: [{ name: 'phone', operator: '=', values: ['+491711234567'] }] },
    null,
    false,
  ],
  [
    'phone=%2B491711234567,+15551234567',
    { filters: [{ name: 'phone', operator: 'in', values: ['+491711234567', '+15551234567'] }] },
    null,
    false,
  ],
  ['phone=0171', { filters: [] }, 'phone is never "0171"; nothing matches', true],
  [
    'email=Ann@Example.ORG,%EF%BC%A1nn@example.org',
    { filters: [{ name: 'email', operator: '=', values: ['ann@example.org'] }] },
    null,
    false,
  ],
  [
    'gone=true&gone=yes',
    { filters: [{ name: 'gone', operator: '=', values: ['true'] }] },
    'gone is never "yes"; it is ignored',
    false,
  ],
  ['amount=5&amount=6', { filters: [{ name: 'amount', operator: 'in', values: ['5', '6'] }] }, null, false],
  ['amount=five', { filters: [] }, 'amount is never "five"; nothing matches', true],
  ['amount[gt]=5&amount[gt]=5', { filters: [{ name: 'amount', operator: '>', values: ['5'] }] }, null, false],
  ['amount[gt]=5,6', { filters: [] }, 'amount[gt] takes one value; nothing matches', true],
  ['amount[gt]=5&amount[gt]=6', { filters: [] }, 'amount[gt] takes one value; nothing matches', true],
  [
    'created_at[lt]=2026-01-01T00:00:00+01:00',
    { filters: [{ name: 'created_at', operator: '<', values: ['2026-01-01T00:00:00+01:00'] }] },
    null,
    false,
  ],
  ['created_at=yesterday', { filters: [] }, 'created_at is never "yesterday"; nothing matches', true],
  ['name=%00', { filters: [] }, 'name is never "\\u0000"; nothing matches', true],
  ['name[gte]=a', { filters: [] }, 'name takes no [gte]; nothing matches', true],
  [
    'amount[gt]=5&amount[lte]=9',
    {
      filters: [
        { name: 'amount', operator: '>', values: ['5'] },
        { name: 'amount', operator: '<=', values: ['9'] },
      ],
    },
    null,
    false,
  ],
  [
    'created_at[gte]=2026-01-01T00:00:00Z',
    { filters: [{ name: 'created_at', operator: '>=', values: ['2026-01-01T00:00:00Z'] }] },
    null,
    false,
  ],
  [
    'fields.city=a,b',
    { filters: [{ name: 'fields.city', operator: 'in', values: ['a', 'b'] }] },
    null,
    false,
  ],
  [
    'fields.*=a',
    { filters: [] },
    `there is no filter "fields.*"; the filters are ${filters}; nothing matches`,
    true,
  ],
  ['fields=a', { fields: null }, 'fields does not take "a"; it is ignored', false],
  [
    'name.city=a',
    { filters: [] },
    `there is no filter "name.city"; the filters are ${filters}; nothing matches`,
    true,
  ],
  [
    'colour=red',
    { filters: [] },
    `there is no filter "colour"; the filters are ${filters}; nothing matches`,
    true,
  ],
  [
    'amount[in]=5',
    { filters: [] },
    `there is no filter "amount[in]"; the filters are ${filters}; nothing matches`,
    true,
  ],
  [
    'constructor=1',
    { filters: [] },
    `there is no filter "constructor"; the filters are ${filters}; nothing matches`,
    true,
  ],
  [
    `${'x'.repeat(90)}=1`,
    { filters: [] },
    `there is no filter "${'x'.repeat(40)}…"; the filters are ${filters}; nothing matches`,
    true,
  ],
  [
    'cursor=abc',
    { after: null },
    'cursor cannot be used: it is unreadable, or from another list or another sort; the list ends',
    true,
  ],
]

test.each(table)('?%s', (query, understood, warning, nothing) => {
  const result = read(query)
  expect(result).toMatchObject(understood)
  expect(result.warnings).toEqual(warning === null ? [] : [warning])
  expect(result.nothing).toBe(nothing)
})

const numbered = (count: number, pair: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => pair(n)).join('&')

test('sort, expand and fields that are sent several times are joined, as clients that explode lists send them', () => {
  const exploded = read('sort=name&sort=-created_at&expand=user&fields=id&fields=status,items')
  expect(exploded).toEqual(read('sort=name,-created_at&expand=user&fields=id,status,items'))
  expect(exploded.sort).toHaveLength(2)
  expect(exploded.fields).toHaveLength(3)
  expect(exploded.warnings).toEqual([])
})

test('a repeated filter is one clause', () => {
  const { filters } = read(numbered(380, n => `name=n${n % 100}`))
  expect(filters).toEqual([
    { name: 'name', operator: 'in', values: Array.from({ length: 100 }, (_, n) => `n${n}`) },
  ])
})

test('values of a filter beyond 200 are ignored and named', () => {
  const { filters, warnings, nothing } = read(numbered(203, n => `name=n${n}`))
  expect(filters[0]!.values).toHaveLength(200)
  expect(nothing).toBe(false)
  expect(warnings).toEqual(['name takes 200 values; 3 are ignored: "n200", "n201", "n202"'])
})

test('with more than 20 filters nothing matches, because ignoring one would widen the result', () => {
  expect(read(numbered(20, n => `fields.f${n}=a`))).toMatchObject({ nothing: false, warnings: [] })
  const { filters, warnings, nothing } = read(numbered(300, n => `fields.f${n}=a`))
  expect(filters).toHaveLength(20)
  expect(nothing).toBe(true)
  expect(warnings).toEqual([
    'a query may have 20 filters; 280 are too many: "fields.f20", "fields.f21", "fields.f22", "fields.f23", "fields.f24", …; nothing matches',
  ])
})

test('fields beyond 100 are ignored and named', () => {
  const { fields, warnings } = read(`fields=${Array.from({ length: 102 }, (_, n) => `data.f${n}`)}`)
  expect(fields).toHaveLength(101)
  expect(warnings).toEqual(['fields takes 100 names; 2 are ignored: "data.f100", "data.f101"'])
})

test('warnings have a maximum, and the last one counts the rest', () => {
  const { warnings } = read(`fields=${Array.from({ length: 100 }, (_, n) => `no${n}`)}&limit=0`)
  expect(warnings).toHaveLength(21)
  expect(warnings.at(-1)).toBe('81 other parts of this query were ignored')
})

test('a list without search warns, and finds nothing', () => {
  expect(read('q=ann', { search: false })).toMatchObject({ search: null, nothing: true })
})

test('the default order is the declared one, else the newest first, else the first field', () => {
  expect(read('', { defaultSort: 'name' }).sort).toEqual([{ name: 'name', descending: false }])
  expect(read('', { sorts: ['name', 'number'] }).sort).toEqual([{ name: 'name', descending: false }])
  expect(read('', { sorts: [] }).sort).toEqual([])
})

test('a cursor continues only in its own order', () => {
  const cursor = cursors.seal(['2026-01-01', 'ord_1'], 'sch_1', 'GET /v1/orders', newest)
  expect(read(`cursor=${cursor}`)).toMatchObject({ after: ['2026-01-01', 'ord_1'], nothing: false })
  expect(read(`cursor=${cursor}&sort=created_at`)).toMatchObject({ after: null, nothing: true })
})

test('a filter that is not used means that nothing matches', () => {
  const reserved = ['limit', 'cursor', 'sort', 'fields', 'expand', 'q']
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (name, value) => {
      fc.pre(!reserved.includes(name))
      const result = read(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      expect(result.nothing || result.filters.length > 0).toBe(true)
    }),
  )
})

test('no query throws, and quotations of it are short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), query => {
      for (const warning of read(query).warnings) expect(warning.length).toBeLessThan(400)
    }),
  )
})
