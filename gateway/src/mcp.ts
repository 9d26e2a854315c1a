// The address of MCP clients: the caller is identified and counted as for the API, and the users service answers.
import { common, Refused } from '@lms/contract'
import { maxMcpBytes, mcpInternalApi } from '@lms/users/contract'
import type { Ask } from './cache/service-clients.ts'
import type { Bodies } from './http/body.ts'
import type { Exchange } from './http/exchange.ts'

export const mcpPath = '/mcp'

/** Headers of the protocol. */
const passed = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** A page of another origin has no business here: a browser would send its visitor's network. */
export function checkOrigin({ request, authority }: Exchange): void {
  const { origin } = request.headers
  if (origin !== undefined && URL.parse(origin)?.host !== authority)
    throw new Refused(common.permission_missing, 'Pages of other sites cannot use this address.')
}

/** The well-known names of the metadata of the protected resource (RFC 9728): of the host, and of the path. */
export const resourceNames = ['oauth-protected-resource', `oauth-protected-resource${mcpPath}`]

/** That metadata: bearer keys, which the school issues itself; no authorization server is named because there is none. */
export const protectedResource = (host: string) => ({
  resource: `https://${host}${mcpPath}`,
  resource_name: 'The school’s data for agents',
  resource_documentation: `https://${host}/docs`,
  bearer_methods_supported: ['header'],
})

/** Identifies the caller as for the API; a client without a key is told where the metadata is. */
export const identifyClient =
  (identify: (exchange: Exchange) => void | Promise<void>) =>
  async (exchange: Exchange): Promise<void> => {
    try {
      await identify(exchange)
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.status !== 401) throw error
      const metadata = `https://${exchange.authority}/.well-known/${resourceNames[1]}`
      throw new Refused(error.refusal, error.message, {
        headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
      })
    }
  }

/** Answers one message of a client. There are no streams and no sessions: other methods than POST get 405, as clients expect. */
export const takeMcp =
  ({ ask, bodies }: { ask: Ask; bodies: Bodies }) =>
  async (exchange: Exchange): Promise<void> => {
    exchange.operation = `${exchange.request.method} ${mcpPath}`
    const caller = exchange.caller!
    if (caller.kind === 'publishable')
      throw new Refused(
        common.permission_missing,
        'A publishable key cannot do this. Use one of another kind.',
      )
    if (exchange.request.method !== 'POST') return exchange.answer(405, '{}', { allow: 'POST' })
    const { school_id } = exchange.resolved!
    const source = `${caller.key} ${exchange.network}`
    const message = (await bodies.readAll(exchange, { school: school_id, source }, maxMcpBytes)).toString()
    const headers = Object.fromEntries(
      passed.flatMap(name => {
        const value = exchange.request.headers[name]
        return typeof value === 'string' ? [[name, value] as const] : []
      }),
    )
    const { key, kind, role, user, onBehalf, rights } = caller
    const callerFields = { key, kind, role, user, onBehalf, rights: rights.map(masks => [...masks]) }
    const scope = { school: school_id, requestId: exchange.requestId }
    const answer = await ask('users', { mcpInternalApi }, scope).mcpInternalApi.message({
      body: { caller: callerFields, headers, message },
    })
    exchange.answer(answer.status, answer.body, { 'content-type': answer.type })
  }
