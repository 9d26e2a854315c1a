// Answers in another form than JSON, such as a calendar or a PDF, for clients that prefer it by Accept (RFC 9110 12.5.1).
import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@lms/contract'
import Negotiator from 'negotiator'

/** What a handler returns in place of the JSON that its operation declares. */
export class DocumentAnswer {
  readonly type: string
  readonly content: Buffer
  /** The name under which a client saves it. */
  readonly name: string
  constructor(type: string, content: string | Buffer, name: string) {
    this.type = type
    this.content = Buffer.from(content)
    this.name = name
  }
}

/** The declared type of document that the client prefers to JSON; null for JSON, also where it accepts neither. */
export function preferredDocument({ documents }: Operation, headers: IncomingHttpHeaders): string | null {
  if (documents.length === 0) return null
  const json = 'application/json'
  const preferred = new Negotiator({ headers }).mediaType([json, ...documents])
  return preferred === undefined || preferred === json ? null : preferred
}
