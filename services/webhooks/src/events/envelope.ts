// The envelope in its two forms: as a service stored it (`stored`), and as receivers and readers get it, with the
// journal's `sequence` and `replayed` in the fixed order of fields. The stored form is one text in which `data` and
// `related` stand last, so that the bytes sent are made by cutting and joining, the same for every attempt.
import { formatTime, isId } from '@lms/contract'
import type { EventEnvelope } from './event.contract.ts'

/** What the journal keeps beside the stored text. */
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

/** Reads what a service published: the facts and the text to store; null where it is no envelope. */
export function readStored(text: string): { facts: EnvelopeFacts; payload: string } | null {
  const given = parse(text)
  if (!isRecord(given)) return null
  const { id, type, created_at, data, related } = given
  if (typeof id !== 'string' || !isId('evt', id)) return null
  if (typeof type !== 'string' || !typeName.test(type)) return null
  const time = typeof created_at === 'string' ? new Date(created_at) : null
  if (!time || Number.isNaN(time.getTime())) return null
  if (!isRecord(data) || !isRecord(data.object) || !isRecord(related)) return null
  const facts = {
    id,
    type,
    created_at: formatTime(time),
    related: related as Record<string, string>,
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

/** The exact body of a delivery. */
export function bodyOf(payload: string, sequence: number, replayed: boolean): string {
  const at = payload.indexOf(seam)
  return `${payload.slice(0, at)},"sequence":${sequence},"replayed":${replayed}${payload.slice(at)}`
}

/** The envelope as the journal answers it. */
export const envelopeOf = ({ payload, sequence }: { payload: string; sequence: number }): EventEnvelope =>
  JSON.parse(bodyOf(payload, sequence, false))
