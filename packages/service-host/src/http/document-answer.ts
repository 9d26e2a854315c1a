// Whether a client prefers an answer in another form than JSON by Accept (RFC 9110 12.5.1).
import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@lms/contract'
import Negotiator from 'negotiator'

/** The declared type of document that the client prefers to JSON; null for JSON, also where it accepts neither. */
export function preferredDocument({ documents }: Operation, headers: IncomingHttpHeaders): string | null {
  if (documents.length === 0) return null
  const json = 'application/json'
  const preferred = new Negotiator({ headers }).mediaType([json, ...documents])
  return preferred === undefined || preferred === json ? null : preferred
}
