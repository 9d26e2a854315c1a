// The target of a request: its host, and its path in the usual form.
import type { IncomingMessage } from 'node:http'
import { Refused, refuse } from '@lms/contract'

export const { malformed_request: malformed } = refuse({
  malformed_request: {
    status: 400,
    when: 'the request is not readable HTTP',
    message:
      'This is not a well-formed HTTP request. Check its first line, its headers and the framing of its body.',
  },
})

const absolute = /^https?:\/\/([^/?#@\\]+)(?=[/?#]|$)([^#]*)/i

/**
 * Converts the target to origin form: the authority of an absolute form (RFC 9112, 3.2.2) is the host.
 * Refuses ambiguous requests.
 */
export function readTarget(request: IncomingMessage): void {
  if (hostsIn(request.rawHeaders) > 1)
    throw new Refused(malformed, 'The request has more than one Host header. Send one.')
  const target = request.url!
  if (target.startsWith('/') || target === '*') return
  const [, authority, rest] = absolute.exec(target) ?? []
  if (!authority || !URL.canParse(target))
    throw new Refused(malformed, 'The target of the request is neither a path nor an http address.')
  request.headers.host = authority
  request.url = rest?.startsWith('/') ? rest : `/${rest}`
}

/** The number of occurrences of a header: Node's `headers` have only the first one. */
function hostsIn(raw: readonly string[]): number {
  let count = 0
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]!.length === 4 && raw[at]!.toLowerCase() === 'host') count++
  return count
}
