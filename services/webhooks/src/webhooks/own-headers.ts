// Headers and a credential that a school sets for its receiver. They are part of each send, encrypted at rest and never
// shown again: answers contain only their names.
import { z } from 'zod'

export const maxHeaders = 10

/** Names that the platform, HTTP or a proxy sets. */
const reserved =
  /^(host|connection|keep-alive|content-.*|transfer-encoding|te|trailer|upgrade|expect|date|via|user-agent|authorization|cookie|forwarded|x-forwarded-.*|proxy-.*|x-request-id|x-lms-.*|webhook-.*|traceparent|tracestate)$/i
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const visible = /^[\x20-\x7e]*$/

const value = () => z.string().min(1).max(1000).regex(visible, 'must be printable ASCII, in one line')

export const Headers = z
  .record(z.string(), value())
  .refine(headers => Object.keys(headers).length <= maxHeaders, `there may be at most ${maxHeaders} headers`)
  .refine(
    headers => Object.keys(headers).every(name => token.test(name)),
    'a name is not a valid header name',
  )
  .refine(
    headers => !Object.keys(headers).some(name => reserved.test(name)),
    'a name is reserved: those of the platform (X-LMS-…, webhook-…), of HTTP itself, and Authorization, which credential sets',
  )
  .refine(
    headers =>
      new Set(Object.keys(headers).map(name => name.toLowerCase())).size === Object.keys(headers).length,
    'a name is repeated',
  )

export const Credential = z.union([
  z.strictObject({
    type: z.literal('bearer'),
    token: value().describe('The token, sent as `Authorization: Bearer …`.'),
  }),
  z.strictObject({
    type: z.literal('basic'),
    username: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^:\p{Cc}]*$/u, 'must not contain a colon')
      .describe('The user name of HTTP basic authentication.'),
    password: z
      .string()
      .max(200)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters')
      .describe('The password of HTTP basic authentication; never shown again.'),
  }),
])
export type Credential = z.infer<typeof Credential>

export interface OwnHeaders {
  headers?: Record<string, string> | null | undefined
  credential?: Credential | null | undefined
}

/** All of them as they are sent. */
export function sentHeaders({ headers, credential }: OwnHeaders): Record<string, string> {
  return { ...headers, ...(credential && { Authorization: authorizationOf(credential) }) }
}

function authorizationOf(credential: Credential): string {
  if (credential.type === 'bearer') return `Bearer ${credential.token}`
  const { username, password } = credential
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/**
 * All headers after a change: absent ones stay, null removes one. A url with another origin drops the headers set for
 * the old one: the right to change an address does not include its credential.
 */
export function changedHeaders(
  before: Record<string, string>,
  { headers, credential }: OwnHeaders,
  { moved }: { moved: boolean },
): Record<string, string> {
  const { Authorization, ...own } = moved ? {} : (before as Record<string, string>)
  const authorization = credential === undefined ? Authorization : credential && authorizationOf(credential)
  return {
    ...(headers === undefined ? own : (headers ?? {})),
    ...(authorization ? { Authorization: authorization } : {}),
  }
}
