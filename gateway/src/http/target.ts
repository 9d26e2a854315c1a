// What a request is about: the one host, and the target in its usual form.
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
 * Brings the target into origin form: of a whole address (RFC 9112, 3.2.2) the authority is the host. `HEAD` is asked as
 * `GET`: the answer knows by itself that no body goes out. Refuses what two readers could understand in two ways.
 */
export function readTarget(request: IncomingMessage): void {
  if (request.method === 'HEAD') request.method = 'GET'
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

/** How often the header stands there: Node's `headers` have the first one alone. */
function hostsIn(raw: readonly string[]): number {
  let count = 0
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]!.length === 4 && raw[at]!.toLowerCase() === 'host') count++
  return count
}
