// The dearest bodies and queries that can be written for a declaration: refused or not, each is read by a process that
// all schools share. Made from the schemas, so that a new operation is tried because it is declared.
import { type BodyBounds, bodyBounds, type ListSpec, type Operation, sampleOf } from '@lms/contract'
import { z } from 'zod'
import { largestBody } from './largest.ts'

/** Bytes of a body, a little below the most that a service reads. */
const bodyBytes = 1_000_000
/** Characters of a query, below the head that the gateway reads. */
const queryBytes = 14_000

export type TextCase = readonly [name: string, text: string]

/** JSON texts for a body of this schema. */
export function dearestBodies(schema: z.ZodType): TextCase[] {
  const bounds = bodyBounds(schema)
  return [
    ['spaces', `${' '.repeat(bodyBytes)}{}`],
    ['unknown fields', objectOf(unknown(70_000))],
    ['as many unknown fields as are read', objectOf(unknown(bounds.keys))],
    ['too deep a list', '['.repeat(bodyBytes)],
    ['too deep an object', '{"a":'.repeat(bodyBytes / 5)],
    ['a text of a megabyte', `["${'<'.repeat(bodyBytes)}"]`],
    ['too long a list', listOf(300_000, '1')],
    ['the largest legal body', JSON.stringify(largestBody(schema, sampleOf(schema)))],
    ...fieldsOf(schema).flatMap(field =>
      dearestValues(bounds).map(
        ([name, value]): TextCase => [`${field}: ${name}`, objectOf([[field, value]])],
      ),
    ),
  ]
}

type Member = readonly [name: string, value: string]
const objectOf = (members: readonly Member[]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
const unknown = (count: number): Member[] => Array.from({ length: count }, (_, at) => [`f${at}`, '1'])

const listOf = (count: number, one: string) => `[${Array(count).fill(one).join(',')}]`

function dearestValues({ keys, fields, members, levels, text }: BodyBounds): TextCase[] {
  const room = members - 2
  return [
    ...['<', String.raw`\"`].map(
      (one): TextCase => [`a text of ${one}`, `"${one.repeat(Math.min(text, bodyBytes) / one.length)}"`],
    ),
    ['a list of texts', listOf(room, '"a"')],
    ['a list of objects', listOf(Math.min(keys - 1, Math.floor(room / 2)), '{"a":1}')],
    ['an object of numbers', objectOf(unknown(Math.min(keys - 1, fields)))],
    ['more fields than one object has', objectOf(unknown(keys - 1))],
    [
      'a list of the widest objects',
      listOf(Math.max(1, Math.floor((keys - 1) / fields)), objectOf(unknown(Math.min(keys - 1, fields)))),
    ],
    [
      'an object of lists',
      objectOf(
        unknown(Math.min(keys - 1, fields, Math.floor(room / 3))).map(([name]) => [name, '["a","b"]']),
      ),
    ],
    ['a deep list', '['.repeat(levels - 1) + ']'.repeat(levels - 1)],
  ]
}

const fieldsOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** Queries of a list. */
export function dearestQueries({ list, returns }: Operation): TextCase[] {
  const { filters, sorts, expands = {} } = list as ListSpec
  const long = (one: string) => one.repeat(Math.floor(queryBytes / one.length))
  return [
    ['fields: names', `fields=${long('nothing,')}`],
    ['fields: commas', `fields=${long(',')}`],
    ['expand: names', `expand=${long('a,')}`],
    ['expand: relations', `expand=${long(`${Object.keys(expands).join(',')},`)}`],
    ['sort: names', `sort=${long('a,')}`],
    ['sort: fields', `sort=${long(`${sorts.join(',')},`)}`],
    ['unknown filters', Array.from({ length: 2000 }, (_, at) => `f${at}=1`).join('&')],
    ['q', `q=${long('a%20')}`],
    ['cursor', `cursor=${long('A')}`],
    ['ampersands', long('&')],
    ['the same parameter', long('limit=1&')],
    ...fieldsOf(returns).map(
      (field): TextCase => [`fields: deep in ${field}`, `fields=${field}${long('.a')}`],
    ),
    ...Object.keys(filters).flatMap((name): TextCase[] => {
      const filter = name.replace('*', 'a')
      return [
        [`${filter}: values`, `${filter}=${Array.from({ length: 2500 }, (_, at) => at).join(',')}`],
        [`${filter}: commas`, `${filter}=${long(',')}`],
        [`${filter}: quotes`, `${filter}=${long('"a",')}`],
        [`${filter}: open quotes`, `${filter}=${long('"')}`],
        [`${filter}: bounds`, long(`${filter}[gte]=1&`)],
      ]
    }),
  ]
}
