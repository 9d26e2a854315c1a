// `fetch` for libraries, to addresses that the guard has checked: the address that was looked up is the one
// that is connected to. Redirects are not followed.
import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type AddressPolicy, BlockedAddressError, checkUrl, resolveChecked } from './address-guard.ts'
import type { Resolver } from './resolver.ts'

interface Guard {
  readonly policy: AddressPolicy
  readonly resolver: Resolver
}

const lookUpMs = 3000

export const guardedFetch =
  ({ policy, resolver }: Guard): typeof fetch =>
  async (input, init = {}) => {
    const target = input instanceof Request ? input.url : String(input)
    const checked = checkUrl(target, policy)
    if (!checked.ok) throw new BlockedAddressError(checked)
    const { url } = checked
    const plain = url.protocol === 'http:'
    const [address] = await resolveChecked(url.hostname, { resolver, policy, plain, timeoutMs: lookUpMs })
    const { signal } = init
    return new Promise((resolve, reject) => {
      const sent: ClientRequest = (plain ? requestPlain : requestSecure)(
        url,
        {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(signal && { signal }),
          lookup: (_, options, callback) =>
            options.all ? callback(null, [address!]) : callback(null, address!.address, address!.family),
        },
        answer => {
          const status = answer.statusCode!
          const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as [string, string]],
          )
          const empty = status === 204 || status === 304
          const body = empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
          resolve(new Response(body, { status, headers }))
        },
      )
      sent.on('error', reject)
      sent.end(typeof init.body === 'string' ? init.body : undefined)
    })
  }
