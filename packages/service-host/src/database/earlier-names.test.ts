import { presentRow } from './earlier-names.ts'

const earlier = {
  columns: { deadline_at: 'due_at' },
  values: { status: { done: 'finished' } },
  fields: { history: { deadline_at: 'due_at' } },
}

test('a row of an archive has the names of today', () => {
  const row = {
    status: 'done',
    deadline_at: null,
    history: [{ deadline_at: '2026-11-21', text: 'deadline_at' }],
    note: { deadline_at: 1 },
  }
  expect(presentRow(row, earlier)).toEqual({
    status: 'finished',
    due_at: null,
    history: [{ due_at: '2026-11-21', text: 'deadline_at' }],
    note: { deadline_at: 1 },
  })
})

test('a row of today stays as it is, and one without the column, too', () => {
  for (const row of [
    { status: 'finished', due_at: null, history: [] },
    { status: 'open', due_at: null, history: null },
  ])
    expect(presentRow(row, earlier)).toEqual(row)
})

test('a name of the language is no name of a field', () => {
  const row = { constructor: 'a', status: 'toString', history: { __proto__: null } }
  expect(presentRow(row, earlier)).toEqual({ constructor: 'a', status: 'toString', history: {} })
})

test('a column that the key got since then has its value, unless the row has one', () => {
  const names = { added: { subject: '' } }
  expect(presentRow({ id: 'a' }, names)).toEqual({ id: 'a', subject: '' })
  expect(presentRow({ id: 'a', subject: 'b' }, names)).toEqual({ id: 'a', subject: 'b' })
})
