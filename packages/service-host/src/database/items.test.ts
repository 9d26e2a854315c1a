import { pageOfItems } from './items.ts'

const items = ['c', 'a', 'b'].map(id => ({ id }))
const page = (limit: number, after: string | null = null, { of = items, nothing = false } = {}) => {
  const { rows, more, position } = pageOfItems(of, {
    limit,
    after: after === null ? null : [after],
    nothing,
  })
  return { rows, end: more ? position(rows.length - 1) : null }
}

test('pages go by id and end where the items end', () => {
  expect(page(2)).toEqual({ rows: [{ id: 'a' }, { id: 'b' }], end: ['b'] })
  expect(page(2, 'b')).toEqual({ rows: [{ id: 'c' }], end: null })
  expect(page(3)).toMatchObject({ end: null })
  expect(page(2, 'c')).toEqual({ rows: [], end: null })
})

test('the walk goes on where the last item of a page has gone', () => {
  const left = items.filter(({ id }) => id !== 'b')
  expect(page(2, 'b', { of: left }).rows).toEqual([{ id: 'c' }])
})

test('nothing is nothing', () => {
  expect(page(2, null, { nothing: true })).toEqual({ rows: [], end: null })
})
