import { z } from 'zod'
import { pickDeclared } from './declared.ts'

const Person = z.object({ name: z.string() })
const person = { name: 'Ann', school_id: 'sch_1', search_text: 'ann' }

test('what is not declared is cut off, also of objects inside', () => {
  const schema = z.object({
    id: z.string(),
    user: Person.nullable(),
    others: z.array(Person),
    maybe: Person.optional(),
    free: z.record(z.string(), z.string()),
    open: z.looseObject({ a: z.string() }).optional(),
  })
  const value = {
    id: '1',
    user: person,
    others: [person],
    maybe: person,
    free: { a: 'b' },
    open: { a: 'b', c: 1 },
    more: 1,
  }
  expect(pickDeclared(schema, value)).toEqual({
    id: '1',
    user: { name: 'Ann' },
    others: [{ name: 'Ann' }],
    maybe: { name: 'Ann' },
    free: { a: 'b' },
    open: { a: 'b', c: 1 },
  })
  expect(pickDeclared(schema, { id: '1', user: null, others: [] })).toEqual({
    id: '1',
    user: null,
    others: [],
  })
})
