import type { Refused } from '@lms/contract'
import { z } from 'zod'
import { checked } from './checks.ts'

const own = z.strictObject({
  id: z.string(),
  parts: z.array(z.strictObject({ from: z.number(), till: z.number() })),
})
const foreign = z.strictObject({
  verb: z.string(),
  object: z.strictObject({ id: z.string() }),
  result: z.string(),
})
const Body = z.strictObject({
  reports: z.array(own.or(foreign)),
  size: z.union([z.string(), z.number()]).optional(),
})

const detailsOf = (sent: unknown) => {
  try {
    checked(Body, sent)
    return []
  } catch (error) {
    return (error as Refused).details.map(({ path, message }) => [path, message])
  }
}

test('of a value with several forms the details say what it lacks of the nearest one', () => {
  expect(detailsOf({ reports: [{ id: 'a', parts: [{ from: 0, to: 5 }] }] })).toEqual([
    ['body.reports.0.parts.0.till', 'is required: a number'],
    ['body.reports.0.parts.0.to', 'no such field; the fields are from, till'],
  ])
  expect(detailsOf({ reports: [{ verb: 'seen', object: { id: 'b' } }] })).toEqual([
    ['body.reports.0.result', 'is required: text'],
  ])
})

test('a value that is of no form at all is named itself', () => {
  expect(detailsOf({ reports: ['seen'] })).toEqual([['body.reports.0', 'must be an object']])
  expect(detailsOf({ reports: [], size: true })).toEqual([['body.size', 'must be text or a number']])
})
