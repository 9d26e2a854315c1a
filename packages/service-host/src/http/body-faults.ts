// What is wrong with a body that does not match its schema: one line for each place, in the sentences of @lms/contract.
import { common, errorBounds, noSuchField, type Operation, type RefusalDetail, Refused } from '@lms/contract'
import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is known of the fields that a body does not take. */
export interface FixedFields {
  /** Fields of the object that the operation answers with: they exist, and are set in another way. */
  readonly ofObject: ReadonlySet<string>
  /** Operations below this one's path, by the field that they change: `POST /v1/orders/{id}/items`. */
  readonly changedBy: ReadonlyMap<string, string>
  readonly isChange: boolean
}

/** The fields that an operation's object has, beside those that its body takes. */
export function fixedFieldsOf(operation: Operation, all: readonly Operation[]): FixedFields {
  const { path, method, returns } = operation
  const below = all.filter(each => each.method !== 'GET' && each.path.startsWith(`${path}/`))
  const entries = below.map(
    each => [each.path.slice(path.length + 1), `${each.method} ${each.path}`] as const,
  )
  return {
    ofObject: new Set(returns instanceof z.ZodObject ? Object.keys(returns.shape) : []),
    changedBy: new Map(entries.toReversed()),
    isChange: method === 'PATCH' || method === 'PUT',
  }
}

/** The refusal of a body with these issues, which were not finalized: only the first ones are worded. */
export function refusalOfBody(
  issues: readonly z.core.$ZodRawIssue[],
  schema: z.ZodType,
  fixed: FixedFields | null,
): Refused {
  const details = new Map<string, RefusalDetail>()
  for (const issue of issues) {
    if (details.size >= errorBounds.details) break
    const fullIssue = z.core.util.finalizeIssue(issue, undefined, z.core.config())
    for (const { path, message } of linesOf(fullIssue, [], schema, fixed)) {
      const location = ['body', ...path.map(String)].join('.')
      // What follows from a fault at the same place says nothing new.
      if (!details.has(location)) details.set(location, { path: location, message })
    }
  }
  return new Refused(common.invalid_body, undefined, {
    details: [...details.values()].slice(0, errorBounds.details),
  })
}

/** Unknown fields of one object for which the nearest name is looked for; more are a body for something else. */
const maxNamed = 5

interface Line {
  path: readonly PropertyKey[]
  message: string
}

function linesOf(
  issue: Issue,
  above: readonly PropertyKey[],
  schema: z.ZodType,
  fixed: FixedFields | null,
): Line[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    const names = fieldsAt(schema, path)
    return issue.keys.slice(0, errorBounds.details).map((key, index) => ({
      path: [...path, key],
      message:
        (path.length === 0 && fixed ? ofFixed(key, fixed) : null) ??
        (index < maxNamed ? noSuchField(key, names) : 'no such field'),
    }))
  }
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }]
  const nearest = nearestForm(issue)
  return nearest
    ? nearest.flatMap(each => linesOf(each, path, schema, fixed))
    : [{ path, message: issue.message }]
}

/** Of a value that could have several forms, the faults of the nearest one: the form with the fewest faults inside. */
const nearestForm = ({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] | undefined =>
  errors
    .filter(faults => faults.some(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
    .toSorted((one, other) => one.length - other.length)[0]

function ofFixed(key: string, { ofObject, changedBy, isChange }: FixedFields): string | null {
  const operation = changedBy.get(key)
  if (operation && isChange) return `cannot be changed here; use ${operation}`
  if (operation) return `cannot be set here; use ${operation}`
  if (!ofObject.has(key)) return null
  return isChange ? 'cannot be changed; leave it out' : 'is set by the server; leave it out'
}

/** The names of the fields of the objects that a value at this place may be. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const { type, shape, element, innerType, options, valueType, in: input } = schema._zod.def as any
  if (innerType) return fieldsAt(innerType, path)
  if (type === 'pipe') return fieldsAt(input, path)
  if (type === 'union')
    return [...new Set<string>(options.flatMap((each: z.ZodType) => fieldsAt(each, path)))]
  const [first, ...rest] = path
  if (first === undefined) return type === 'object' ? Object.keys(shape) : []
  if (type === 'object') return Object.hasOwn(shape, first) ? fieldsAt(shape[first], rest) : []
  if (type === 'array') return fieldsAt(element, rest)
  return type === 'record' ? fieldsAt(valueType, rest) : []
}
