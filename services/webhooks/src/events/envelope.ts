// The two forms of an envelope: as a service stored it (`stored`), and as receivers and readers get it, with the
// journal's `sequence` and `replayed` in the fixed order of fields. The stored form is one text in which `data` and
// `related` are last, so that the sent bytes are made by cutting and joining, the same for every attempt.
import { formatTime, isId } from '@lms/contract'
import { fieldsOf, type PickedFields, pick } from '@lms/service-host'
import type { EventEnvelope } from './event.object.ts'

/** The facts that the journal stores beside the text. */
export interface EnvelopeFacts {
  id: string
  type: string
  created_at: string
  related: Record<string, string>
  object: Record<string, unknown>
}

const seam = ',"data":'
const head = /^\{"id":"[^"\\]*","type":"[^"\\]*","created_at":"[^"\\]*","api_version":"v1"$/
const typeName = /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const areTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(one => typeof one === 'string')

/** Parses a published message: the facts and the text to store; null if it is not an envelope. */
export function readStored(text: string): { facts: EnvelopeFacts; payload: string } | null {
  const parsed = parse(text)
  if (!isRecord(parsed)) return null
  const { id, type, created_at, data, related } = parsed
  if (typeof id !== 'string' || !isId('evt', id)) return null
  if (typeof type !== 'string' || !typeName.test(type)) return null
  const time = typeof created_at === 'string' ? new Date(created_at) : null
  if (!time || Number.isNaN(time.getTime())) return null
  if (!isRecord(data) || !isRecord(data.object)) return null
  if (data.previous !== undefined && !isRecord(data.previous)) return null
  if (data.imported !== undefined && data.imported !== true) return null
  if (!areTexts(related)) return null
  const facts = {
    id,
    type,
    created_at: formatTime(time),
    related,
    object: data.object,
  }
  const canonical = head.test(text.slice(0, text.indexOf(seam)))
  return {
    facts,
    payload: canonical
      ? text
      : JSON.stringify({ id, type, created_at: facts.created_at, api_version: 'v1', data, related }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The part after the seam. */
export interface Content {
  data: { object: Record<string, unknown>; previous?: Record<string, unknown>; imported?: true }
  related: Record<string, string>
}

export interface Stored {
  /** The envelope as it is stored. */
  payload: string
}

/** Cached for one event only: one subscription after the other asks for it. */
let newest: { payload: string; content: Content } | null = null

/** The parsed envelope; it must not be written to. */
export function contentOf({ payload }: Stored): Content {
  if (newest?.payload !== payload) newest = { payload, content: JSON.parse(payload) }
  return newest.content
}

/** Whether an event came in with an import. Most do not, and are not parsed for it. */
export const isImported = (stored: Stored): boolean =>
  stored.payload.includes(',"imported":true},"related":') && contentOf(stored).data.imported === true

/** The fields of an object to send, in the syntax of the lists' `fields`; the whole object by default. */
export const partOf = (names: readonly string[] | null): PickedFields => fieldsOf(names && ['id', ...names])

/** The exact body of a delivery, with `part` of its object. */
export function bodyOf(
  payload: string,
  sequence: number,
  replayed: boolean,
  part: PickedFields = 'whole',
): string {
  const at = payload.indexOf(seam)
  const content = part === 'whole' ? payload.slice(at) : cutContent(payload, part)
  return `${payload.slice(0, at)},"sequence":${sequence},"replayed":${replayed}${content}`
}

/** `previous` is cut to the same fields as the object. */
function cutContent(payload: string, part: PickedFields): string {
  const { data, related } = contentOf({ payload })
  const { object, previous, imported } = data
  const cut = {
    object: pick(object, part),
    ...(previous && { previous: pick(previous, part) }),
    ...(imported && { imported }),
  }
  return `${seam}${JSON.stringify(cut)},"related":${JSON.stringify(related)}}`
}

/** The envelope in an answer of the journal. */
export const envelopeOf = ({ payload, sequence }: { payload: string; sequence: number }): EventEnvelope =>
  JSON.parse(bodyOf(payload, sequence, false))
