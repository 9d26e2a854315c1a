// The examples of the document: requests, answers and events that a running system has received and given. They are
// recorded by `npm run examples`, which test/examples describes.
import { readFileSync } from 'node:fs'
import { exampleBody, sampleOf } from '@lms/contract'
import { z } from 'zod'
import { emittedEvents } from '../events.ts'
import { type OperationEntry, operationId, operations } from '../operations.ts'

type Json = Record<string, unknown>

export interface RecordedCall {
  /** The values of the path, where it has some. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The body of the answer; of a list, a page of two items. */
  readonly answer: unknown
}

/** An event as a receiver gets it. */
export interface RecordedEvent extends Json {
  readonly data: { readonly object: Json; readonly previous?: Json }
  readonly related: Readonly<Record<string, string>>
}

/** The recorded call of an operation; undefined if there is none yet. */
export const recordedCall = (entry: OperationEntry): RecordedCall | undefined =>
  fileOf(entry.service)[operationId(entry)] as RecordedCall | undefined

/** The recorded event of a type; undefined if no operation of the recording causes it. */
export const recordedEvent = (type: string): RecordedEvent | undefined =>
  fileOf('events')[type] as RecordedEvent | undefined

/** The body that an operation is sent. */
export const bodyExample = (entry: OperationEntry): unknown =>
  recordedCall(entry)?.body ?? exampleBody(entry.operation)

/** The values of the path: those of the recorded call, else those of a call whose path this one continues. */
export function pathExample(entry: OperationEntry): Readonly<Record<string, string>> {
  const outer = operations.filter(({ operation: { path } }) => entry.operation.path.startsWith(`${path}/`))
  return [entry, ...outer].map(one => recordedCall(one)?.path).find(path => path !== undefined) ?? {}
}

/** What an operation answers: what it has answered, else such an object of another operation; no page is empty. */
export function answerExample(entry: OperationEntry): unknown {
  const answer = recordedCall(entry)?.answer
  if (answer !== undefined && !(entry.operation.list && isEmpty(answer))) return answer
  const one = objectExample(entry.operation.returns)
  return entry.operation.list ? { data: [one], next_cursor: null } : one
}

const isEmpty = (page: unknown): boolean => (page as { data: unknown[] }).data.length === 0

const objects = new Map<z.ZodType, unknown>()
/** An object of this kind that some operation has answered, or that an event has had. */
export function objectExample(schema: z.ZodType): unknown {
  if (!objects.has(schema)) objects.set(schema, recordedObject(schema) ?? sampleOf(schema, 'output'))
  return objects.get(schema)
}

function recordedObject(schema: z.ZodType): unknown {
  const answering = operations.filter(({ operation }) => operation.returns === schema)
  for (const entry of answering) {
    const recorded = recordedCall(entry)
    const one = entry.operation.list ? (recorded?.answer as { data: unknown[] })?.data[0] : recorded?.answer
    if (one !== undefined) return one
  }
  const alike = operations.find(
    entry => recordedCall(entry) && hasSameFields(entry.operation.returns, schema),
  )
  if (alike && schema instanceof z.ZodObject) {
    const item = objectExample(alike.operation.returns)
    if (schema.safeParse(item).success) return schema.parse(item)
  }
  const event = emittedEvents.find(({ event }) => event.object === schema && recordedEvent(event.type))
  return event && recordedEvent(event.event.type)!.data.object
}

/** An event may have the object of an operation with less in it. */
const hasSameFields = (one: z.ZodType, other: z.ZodType): boolean =>
  one instanceof z.ZodObject &&
  other instanceof z.ZodObject &&
  Object.keys(one.shape).join() === Object.keys(other.shape).join()

const files = new Map<string, Json>()
function fileOf(name: string): Json {
  if (!files.has(name)) files.set(name, readFile(name))
  return files.get(name)!
}

/** The calls of a service; none for one that has never been recorded. */
function readFile(name: string): Json {
  try {
    return JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
