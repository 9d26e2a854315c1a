// A test of one value: of the object of an event, or of the data of a run.
import { moment, text } from '@lms/contract'
import { z } from 'zod'

/** A value of data: texts, numbers, booleans. */
export const scalar = z.union([text(500), z.number(), z.boolean()])
export const dataName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be the name of a value: lower-case letters, digits and underscores')

/** Maximum names of a path. */
const maxNames = 5
const name = '[a-z][a-z0-9_]*(\\[\\])?'
const path = z
  .string()
  .max(120)
  .regex(
    new RegExp(`^${name}(\\.${name}){0,${maxNames - 1}}$`),
    `must be the path of a value, of at most ${maxNames} names: status, items[].offer_id`,
  )
  .describe('Of a list, `items[].offer_id` means any of its items.')
  .meta({ examples: ['items[].offer_id'] })

const ofRun = z
  .strictObject({ data: dataName.describe('The name of a value in the data of the run.') })
  .describe(
    'The value of this name in the data of the run: of what let the person enter, unless it was set since.',
  )
const operand = <S extends z.ZodType>(value: S) => z.union([value, ofRun]).optional()

const OneTest = z.strictObject({
  path,
  equals: operand(scalar).describe('The value is this one.'),
  in: z.array(scalar).min(1).max(50).optional().describe('The value is one of these.'),
  contains: operand(text(200, 1)).describe('A part of the text, in any case.'),
  at_least: operand(z.number()).describe('The number is this or larger.'),
  at_most: operand(z.number()).describe('The number is this or smaller.'),
  after: operand(moment()).describe('The time is later than this.'),
  before: operand(moment()).describe('The time is earlier than this.'),
})
export type OneTest = z.output<typeof OneTest>

/** Without an operator the value must be there; all operators must hold of the same value. */
export const DataTest = z.union([
  OneTest,
  z.strictObject({ not: OneTest.describe('The test that must not hold.') }),
])
export type DataTest = z.output<typeof DataTest>

/** What a test reads. */
export const pathOf = (test: DataTest): string => ('not' in test ? test.not.path : test.path)
