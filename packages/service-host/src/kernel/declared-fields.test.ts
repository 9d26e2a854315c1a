import { z } from 'zod'
import { pickDeclared } from './declared-fields.ts'

const Person = z.object({ id: z.string(), name: z.string().optional() })
const row = { id: 'usr_1', name: 'Ann', school_id: 'sch_1', email_key: 'ann@school.org' }
const visiblePerson = { id: 'usr_1', name: 'Ann' }

test('an object keeps only its declared fields', () => {
  expect(pickDeclared(Person, row)).toEqual(visiblePerson)
  expect(pickDeclared(Person, { ...row, name: undefined })).toEqual({ id: 'usr_1' })
})

test('so do the objects inside of it, in any wrapping', () => {
  const schema = z.object({
    owner: Person,
    other: Person.nullable(),
    nobody: Person.nullable(),
    left: Person.optional(),
    many: z.array(Person.nullable()),
    deep: z.object({ list: z.array(z.object({ person: Person })).nullish() }),
    free: z.record(z.string(), z.unknown()),
  })
  const input = {
    owner: row,
    other: row,
    nobody: null,
    many: [row, null],
    deep: { list: [{ person: row, more: 1 }], more: 1 },
    free: { school_id: 'kept: it is declared as free' },
  }
  expect(pickDeclared(schema, input)).toEqual({
    owner: visiblePerson,
    other: visiblePerson,
    nobody: null,
    many: [visiblePerson, null],
    deep: { list: [{ person: visiblePerson }] },
    free: input.free,
  })
})

test('an object may contain others of its own kind', () => {
  const Comment = z.object({
    id: z.string(),
    get answers() {
      return z.array(Comment)
    },
  })
  const answer = { id: 'cmt_2', answers: [], school_id: 'sch_1' }
  expect(pickDeclared(Comment, { id: 'cmt_1', answers: [answer], school_id: 'sch_1' })).toEqual({
    id: 'cmt_1',
    answers: [{ id: 'cmt_2', answers: [] }],
  })
})

test('a union keeps the fields of the option that it matches', () => {
  const either = z.union([z.object({ id: z.string(), title: z.string() }), Person])
  expect(pickDeclared(either, row)).toEqual(visiblePerson)
  expect(pickDeclared(either, { id: 'crs_1', title: 'Drawing', school_id: 'sch_1' })).toEqual({
    id: 'crs_1',
    title: 'Drawing',
  })
  expect(pickDeclared(either, { school_id: 'sch_1' })).toEqual({})
})
