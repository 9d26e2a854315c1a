import type { FilterClause } from '../list/list-query.ts'
import { pageOfItems } from './items.ts'

const items = ['c', 'a', 'b'].map(id => ({ id }))
const page = (
  limit: number,
  after: string | null = null,
  { of = items, nothing = false, filters = [] as FilterClause[] } = {},
) => {
  const { rows, more, position } = pageOfItems(of, {
    limit,
    after: after === null ? null : [after],
    nothing,
    filters,
  })
  return { rows, end: more ? position(rows.length - 1) : null }
}

test('pages go by id and end where the items end', () => {
  expect(page(2)).toEqual({ rows: [{ id: 'a' }, { id: 'b' }], end: ['b'] })
  expect(page(2, 'b')).toEqual({ rows: [{ id: 'c' }], end: null })
  expect(page(3)).toMatchObject({ end: null })
  expect(page(2, 'c')).toEqual({ rows: [], end: null })
})

test('the walk continues where the last item of a page was deleted', () => {
  const remaining = items.filter(({ id }) => id !== 'b')
  expect(page(2, 'b', { of: remaining }).rows).toEqual([{ id: 'c' }])
})

test('no items give no page', () => {
  expect(page(2, null, { nothing: true })).toEqual({ rows: [], end: null })
})

const day = '2026-01-02T00:00:00.000+00:00'
const full = [
  { id: 'a', kind: 'one', count: 9, at: day, open: true },
  { id: 'b', kind: 'two', count: 10, at: null, open: false },
]
test.each<[string, FilterClause['operator'], string[], string]>([
  ['kind', '=', ['one'], 'a'],
  ['kind', 'in', ['two', 'one'], 'ab'],
  ['open', '=', ['false'], 'b'],
  ['count', '=', ['10'], 'b'],
  ['count', '>', ['9'], 'b'],
  ['count', '>=', ['9'], 'ab'],
  ['count', '<', ['10'], 'a'],
  ['count', '<=', ['10'], 'ab'],
  ['at', '=', ['2026-01-02T01:00:00+01:00'], 'a'],
  ['at', '>', ['2026-01-02T00:30:00+01:00'], 'a'],
  ['at', '<', ['2026-01-02T00:30:00+01:00'], ''],
])('%s %s %j leaves %s', (name, operator, values, expected) => {
  const filters = [{ name, operator, values }]
  const { rows } = pageOfItems(full, { limit: 9, after: null, nothing: false, filters })
  expect(rows.map(({ id }) => id).join('')).toBe(expected)
})
