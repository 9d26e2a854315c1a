// The Model Context Protocol: the same tools for a client of one's own. Stateless: each request brings the key, and has a
// server of its own. The SDK is loaded with the first request.
import { isId } from '@lms/contract'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Catalog, Tool } from './catalog.ts'
import { framed, inputs, type Toolbox, toolList } from './toolbox.ts'
import type { Ask } from './transport.ts'
import { operationOf } from './typed-tools.ts'

export interface McpParts {
  readonly catalog: Catalog
  readonly toolbox: Toolbox
  readonly ask: Ask
  /** Whether the key may call an operation. */
  readonly may: (tool: Tool) => boolean
  /** The confirmations that its proposals have made, with the pages where a person answers: it grows while tools run. */
  readonly proposed: readonly { readonly id: string; readonly url: string }[]
}
export interface McpRequest {
  readonly headers: Readonly<Record<string, string>>
  /** A JSON-RPC message. */
  readonly body: string
}
export interface McpAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Questions that people ask every day, for clients that show prompts. */
const prompts = [
  [
    'sales',
    'Sales of a period',
    'How much did the school sell in {period}, by offer, compared with the period before?',
  ],
  ['unpaid', 'Unpaid orders', 'Which orders are unpaid, since when, and who could be reminded?'],
  ['homework', 'Homework that waits', 'Which homework waits for a review longest, and at which curator?'],
  ['person', 'History of a person', 'What has {person} bought, opened, studied and been sent?'],
  ['course', 'State of a course', 'How far are the people in the course {course}, and where do they stop?'],
  ['deliveries', 'Deliveries that fail', 'Which webhook deliveries fail, and why?'],
] as const

/** Less than a gateway waits for a service's answer to its own question. */
const longestMs = 4500

/** Answers one request of a client. */
export async function serveMcp({ headers, body }: McpRequest, parts: McpParts): Promise<McpAnswer> {
  const sdk = await import('@modelcontextprotocol/server')
  const { z } = await import('zod')
  const opensPages = canOpenPages(body)
  const make = () => {
    const server = new sdk.McpServer({ name: 'open-school', version: '1.0.0' })
    for (const { name, description } of toolList.filter(tool => offered(tool.name, parts)))
      server.registerTool(
        name,
        {
          description,
          inputSchema: inputs[name]!,
          annotations: { readOnlyHint: name !== 'propose' },
        },
        async (input: unknown, { mcpReq }: ServerContext) => {
          const content = (text: string) => ({ content: [{ type: 'text' as const, text }] })
          // Whatever the client says about the page: only the state of the confirmation tells what a person did there.
          const state = mcpReq.requestState()
          if (name === 'propose' && typeof state === 'string') return content(await stateOf(state, parts))
          const before = parts.proposed.length
          const text = await parts.toolbox.use(name, input)
          const confirmation = parts.proposed[before]
          if (!confirmation || !opensPages || mcpReq.inputResponses) return content(text)
          const page = {
            message: `A person confirms or declines the change: ${confirmation.id}`,
            url: confirmation.url,
          }
          return sdk.inputRequired({
            inputRequests: { confirmation: sdk.inputRequired.elicitUrl(page) },
            requestState: confirmation.id,
          })
        },
      )
    server.registerResource(
      'object',
      new sdk.ResourceTemplate('school://{kind}/{id}', { list: undefined }),
      {
        description: 'An object of the school by its id: school://orders/ord_…',
        mimeType: 'application/json',
      },
      async uri => ({
        contents: [{ uri: uri.href, mimeType: 'application/json', text: await objectAt(uri, parts) }],
      }),
    )
    for (const [name, title, text] of prompts) {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, each]) => each!)
      const argsSchema = z.object(Object.fromEntries(names.map(each => [each, z.string().max(200)])))
      server.registerPrompt(
        name,
        { title, description: text, argsSchema },
        (values: Record<string, string>) => {
          const filled = text.replace(/\{(\w+)\}/g, (_, each: string) => values[each] ?? '')
          return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: filled } }] }
        },
      )
    }
    return server
  }
  const handler = sdk.createMcpHandler(make, { legacy: 'stateless', keepAliveMs: 0, maxSubscriptions: 0 })
  // Nothing is answered in pieces, so what would go on without end is cut off.
  const signal = AbortSignal.timeout(longestMs)
  const request = new Request('http://school.internal/mcp', { method: 'POST', headers, body, signal })
  const answer = await handler.fetch(request)
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? 'application/json',
    body: await answer.text(),
  }
}

/** Tools are cut by the scope of the key: one whose operation would refuse is not offered. */
function offered(name: string, { catalog, may }: McpParts): boolean {
  const read = operationOf(name)
  const tool = read === null ? null : catalog.tool(read)
  return read === null || (tool !== null && tool !== undefined && may(tool))
}

/** Whether the client says with its request that it opens pages for people (elicitation in url mode). */
function canOpenPages(body: string): boolean {
  try {
    const meta = JSON.parse(body)?.params?._meta ?? {}
    return Boolean(meta['io.modelcontextprotocol/clientCapabilities']?.elicitation?.url)
  } catch {
    return false
  }
}

/** What became of a confirmation, as its own operation tells the caller. */
async function stateOf(id: string, { ask }: McpParts): Promise<string> {
  if (!isId('agc', id)) return 'There is no such confirmation.'
  const { status, body } = await ask({ method: 'GET', path: `/v1/agent/confirmations/${id}` })
  if (status !== 200) return 'There is no such confirmation, or you may not see it.'
  const { status: state, operation, result } = body
  if (state === 'pending') return `Nobody has answered ${id} yet. Nothing has changed.`
  return JSON.stringify({ id, operation, status: state, result })
}

/** `school://orders/ord_…`: read as `read` does. */
async function objectAt(uri: URL, { catalog, ask }: McpParts): Promise<string> {
  const id = decodeURIComponent(uri.pathname.slice(1))
  const tool = catalog.readerOf(id)
  const path = tool?.operation.path.replace('{id}', id)
  if (!tool || !path?.startsWith(`/v1/${uri.host}/`)) throw new Error('There is no such object.')
  const { status, body } = await ask({ method: 'GET', path })
  if (status !== 200) throw new Error('There is no such object, or you may not see it.')
  return framed(tool, body)
}
