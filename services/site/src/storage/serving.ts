// The headers under which bytes of a school's people are served. Whatever the bytes are, a browser that opens them runs
// no script of them at the school's address.
import { createHash } from 'node:crypto'
import { create } from 'content-disposition'
import fresh from 'fresh'
import parseRange from 'range-parser'
import type { ByteRange, Disposition, StoredFacts } from './storage.ts'

/** Types that browsers show without running anything in them. Everything else is saved: SVG and HTML have scripts. */
const inlineTypes = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/x-icon'],
  ...['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime'],
  ...['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/webm', 'audio/flac'],
  ...['application/pdf', 'text/plain', 'text/vtt'],
])

/** `inline` only for a type that is safe to show. */
export const dispositionOf = (name: string, type: string, disposition: Disposition): string =>
  create(name, { type: disposition === 'inline' && inlineTypes.has(type) ? 'inline' : 'attachment' })

/** The type as it is sent: texts are UTF-8, otherwise browsers guess. */
export const contentTypeOf = (type: string): string =>
  /^text\/(plain|csv|vtt)$/.test(type) ? `${type}; charset=utf-8` : type

// A picture or a video that is opened by itself is a document with only itself and a style in it.
const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
/** Viewers of PDF in browsers are no part of the document, and do not start in a sandbox. */
const policyOf = (type: string) =>
  type === 'application/pdf' ? "default-src 'none'; style-src 'unsafe-inline'" : `${policy}; sandbox`

/** The headers of every answer with these bytes. */
export const safeHeaders = (type: string): Record<string, string> => ({
  'content-type': contentTypeOf(type),
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyOf(type),
  // The link is the only credential, so that a page elsewhere gets no more than whoever has the link.
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
})

/** What a request wants of an object, by its conditions (RFC 9110, 13 and 14). */
export interface ResponsePlan {
  readonly status: 200 | 206 | 304 | 416
  /** Null for all bytes. */
  readonly range: ByteRange | null
  readonly headers: Record<string, string | number>
}

type Conditions = Readonly<Record<string, string | string[] | undefined>>

/** One range is served; a request for several gets the whole, which RFC 9110 allows. */
export function planResponse(
  conditions: Conditions,
  key: string,
  { size, modified }: StoredFacts,
): ResponsePlan {
  const hash = createHash('sha256').update(`${key} ${size} ${modified.getTime()}`).digest('base64url')
  const etag = `"${hash.slice(0, 22)}"`
  const validators = { etag, 'last-modified': modified.toUTCString() }
  const headers = { ...validators, 'accept-ranges': 'bytes' }
  if (fresh(conditions as Record<string, string>, validators)) return { status: 304, range: null, headers }
  const fullResponse: ResponsePlan = {
    status: 200,
    range: null,
    headers: { ...headers, 'content-length': size },
  }
  const { range, 'if-range': condition } = conditions
  if (typeof range !== 'string') return fullResponse
  if (condition !== undefined && condition !== etag && condition !== validators['last-modified'])
    return fullResponse
  const ranges = parseRange(size, range)
  if (ranges === -1)
    return {
      status: 416,
      range: null,
      headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 },
    }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return fullResponse
  const { start, end } = ranges[0]!
  return {
    status: 206,
    range: { start, end },
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    },
  }
}
