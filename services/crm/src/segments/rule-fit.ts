// Whether what a rule says of fields can be true of anybody: the field exists, and the values are of its type. Pure. Only rules
// that are written are looked at: a stored one keeps its sense when a field changes.
import { roles } from '@lms/contract'
import type { FieldKind } from '@lms/users/contract'
import { folded } from '../facts/fact.rules.ts'
import { type DateParts, textParts } from './field-leaf.ts'
import { asKind, customName, leavesOf, namesIn, type Rule } from './rule.ts'
import type { LeafOf } from './rule-leaves.ts'

export interface FieldFault {
  /** The place in the rule. */
  fieldPath: string[]
  message: string
}
type Fields = ReadonlyMap<string, FieldKind>
type FieldLeaf = LeafOf<'field'>

/** What the values of a field are, and which ones if it is a choice. */
interface Values {
  kind: 'text' | 'number' | 'boolean' | 'date' | 'time'
  options: readonly string[] | null
}

const statuses = ['active', 'blocked'] as const
const plain: Readonly<Record<string, Values>> = {
  created_at: { kind: 'time', options: null },
  role: { kind: 'text', options: roles },
  status: { kind: 'text', options: statuses },
}

/** The leaves about fields that could hold of nobody, or of everybody, each with its place. `fields` are those of the school. */
export const unfitFields = (rule: Rule, fields: Fields): FieldFault[] =>
  leavesOf(rule).flatMap(({ path, leaf }) => {
    const field = asKind(leaf, 'field')
    if (!field) return []
    const steps = path.split('.').filter(step => step !== '')
    return faultsOf(field, fields).map(({ place, message }) => ({ fieldPath: [...steps, ...place], message }))
  })

/** The leaves about topics that the school does not have, each with its place. `topics` are the keys of those it has. */
export const unknownTopics = (rule: Rule, topics: ReadonlySet<string>): FieldFault[] =>
  namesIn(rule).topics.flatMap(({ fieldPath, topic }) =>
    topics.has(topic) ? [] : [{ fieldPath, message: `no topic of the settings has the key ${topic}` }],
  )

function faultsOf(leaf: FieldLeaf, fields: Fields): { place: string[]; message: string }[] {
  const name = customName(leaf.field)
  const values = name === null ? (plain[leaf.field] ?? text) : valuesOf(fields.get(name))
  if (!values) return [{ place: ['field'], message: `this school has no custom field ${name}` }]
  const unfit = (place: string[], message: string) => [{ place, message }]
  const { kind } = values
  if ((leaf.at_least !== undefined || leaf.at_most !== undefined) && kind !== 'number')
    return unfit([leaf.at_least === undefined ? 'at_most' : 'at_least'], `${leaf.field} is no number`)
  if ((leaf.since || leaf.before) && kind !== 'date' && kind !== 'time')
    return unfit([leaf.since ? 'since' : 'before'], `${leaf.field} is no date`)
  const ofText = textParts.find(part => leaf[part] !== undefined)
  if (ofText && (kind !== 'text' || values.options)) return unfit([ofText], `${leaf.field} is no free text`)
  const ofDay = leaf.date ? 'date' : leaf.anniversary ? 'anniversary' : null
  if (ofDay && kind !== 'date' && kind !== 'time') return unfit([ofDay], `${leaf.field} is no date`)
  if (leaf.date && !isDay(leaf.date)) return unfit(['date', 'day'], 'there is no such day')
  if (leaf.equals !== undefined) {
    const message = faultOf(leaf.equals, values)
    return message === null ? [] : unfit(['equals'], message)
  }
  return (leaf.in ?? []).flatMap((value, index) => {
    const message = faultOf(value, values)
    return message === null ? [] : unfit(['in', String(index)], message)
  })
}

/** Whether a year has the day of these parts: the one that they name, else any. */
function isDay({ month, day = 1, year = 2000 }: DateParts): boolean {
  if (typeof month !== 'number') return true
  const last = new Date(0).setUTCFullYear(year, month, 0)
  return day <= new Date(last).getUTCDate()
}

const text: Values = { kind: 'text', options: null }

function valuesOf(field: FieldKind | undefined): Values | null {
  if (!field) return null
  const { type, options } = field
  if (type === 'number' || type === 'boolean' || type === 'date') return { kind: type, options: null }
  return { kind: 'text', options: type === 'text' ? null : options }
}

/** What is wrong with a value; null for nothing. */
function faultOf(value: string | number | boolean, { kind, options }: Values): string | null {
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? null : 'must be a number'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
        ? null
        : 'must be a date: 2026-11-24'
    case 'time':
      return 'compare it with since and before'
    case 'text':
      if (typeof value !== 'string') return 'must be a text'
      if (!options || options.some(option => folded(option) === folded(value))) return null
      return `must be one of: ${options.join(', ')}`.slice(0, 500)
  }
}
