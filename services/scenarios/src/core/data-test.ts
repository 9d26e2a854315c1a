// Whether tests hold: of the object of an event, or of the data of a run. Pure.
import { valuesAt } from '@lms/contract'
import type { DataTest, OneTest } from '../graph/data-test.ts'
import type { RunData } from '../graph/node.ts'

/** Values by their path; a list where the path leads into lists. */
export type Fields = Readonly<Record<string, unknown>>

/** Maximum values of one path. */
const maxValues = 100
/** Maximum characters of a text that a run keeps. */
const maxText = 500

/** Whether all tests of the fields hold. */
export const passes = (filter: readonly DataTest[], fields: Fields, data: RunData): boolean =>
  filter.every(test => holds(test, fields, data))

/** Whether the test holds of a value at its path. A test against a value that the run does not have holds of none. */
export function holds(test: DataTest, fields: Fields, data: RunData): boolean {
  if ('not' in test) return !holds(test.not, fields, data)
  const { path, in: among, ...operators } = test
  const fieldValue = Object.hasOwn(fields, path) ? fields[path] : undefined
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(isScalar)
  return values.some(
    value =>
      (among === undefined || among.includes(value)) &&
      Object.entries(operators).every(([operator, operand]) => {
        const expected = isOfRun(operand) ? own(data, operand.data) : operand
        return expected !== undefined && compare[operator as Operator](value, expected as never)
      }),
  )
}

type Scalar = string | number | boolean
type Operator = Exclude<keyof OneTest, 'path' | 'in'>

const compare: Record<Operator, (value: Scalar, expected: Scalar) => boolean> = {
  equals: (value, expected) => value === expected,
  contains: (value, expected) =>
    typeof value === 'string' && value.toLowerCase().includes(String(expected).toLowerCase()),
  at_least: (value, expected) =>
    typeof value === 'number' && typeof expected === 'number' && value >= expected,
  at_most: (value, expected) =>
    typeof value === 'number' && typeof expected === 'number' && value <= expected,
  after: (value, expected) => timeOf(value) > timeOf(expected),
  before: (value, expected) => timeOf(value) < timeOf(expected),
}

/** Not a number where the value is no time: it is neither before nor after anything. */
const timeOf = (value: Scalar): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isOfRun = (operand: unknown): operand is { data: string } =>
  typeof operand === 'object' && operand !== null

const own = (data: RunData, name: string) => (Object.hasOwn(data, name) ? data[name] : undefined)

/** Maximum values that a run takes over from an event. */
const maxTaken = 30

/** Texts, numbers and booleans of the object of an event: what a run keeps of it. */
export function scalarsOf(object: Fields): RunData {
  const scalarEntries = Object.entries(object).filter(
    ([name, value]) => /^[a-z][a-z0-9_]{0,59}$/.test(name) && isScalar(value) && isShort(value),
  )
  return Object.fromEntries(scalarEntries.slice(0, maxTaken)) as RunData
}

/** The same, with the values at these paths: what tests can read of an event when its object is gone. */
export const fieldsOf = (object: Fields, paths: Iterable<string>): Fields => ({
  ...scalarsOf(object),
  ...Object.fromEntries([...paths].map(path => [path, valuesOf(object, path)])),
})

const valuesOf = (object: Fields, path: string): Scalar[] =>
  valuesAt(object, path, maxValues).filter(isScalar).filter(isShort).slice(0, maxValues)

const isShort = (value: Scalar) => typeof value !== 'string' || value.length <= maxText
