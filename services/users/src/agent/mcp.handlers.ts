import { catalog, type McpAnswer, type Tool } from '@lms/agent'
import { type Caller, hasPermission, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder } from '../builder.ts'
import { readingFor } from './credential.ts'
import { askBy, readingMs, wayFor } from './door.ts'
import { mcpInternalApi } from './mcp.contract.ts'
import { messageRefusals } from './message.contract.ts'
import { type Prepared, prepareProposal, storeProposal } from './proposing.ts'
import { inTurn } from './running.ts'

export const mcpInternalHandlers = builder.implement(mcpInternalApi, {
  message: async ({ body, ...callContext }, stores) => {
    const { headers, message } = body
    const caller: Caller = { ...body.caller, school: callContext.work.school as Id<'sch'> }
    const input = { ...callContext, caller }
    const way = await wayFor(readingFor(caller, false), input)
    const ask = askBy(way, AbortSignal.timeout(readingMs), input.runtime)
    const prepared: Prepared[] = []
    const proposed: { id: string; url: string }[] = []
    // Loaded with the first message.
    const [tools, { serveMcp, Toolbox }] = await Promise.all([catalog(), import('@lms/agent/dialogues')])
    const toolbox = new Toolbox({
      catalog: tools,
      ask,
      propose: async ({ method, path, body, words }) => {
        const wording = words ? { action: '', summary: words, impact: '' } : null
        const call = {
          method: method as 'POST',
          path,
          body,
          said: wording,
          proposer: 'key',
          messageId: null,
        } as const
        try {
          const each = await prepareProposal(call, input)
          prepared.push(each)
          const url = `https://${way.host}/console/agent/confirmations/${each.id}`
          proposed.push({ id: each.id, url })
          return proposalNotice(each.id, url, way.host)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          return [error.message, ...error.details.map(({ path, message }) => `${path}: ${message}`)].join(
            '\n',
          )
        }
      },
    })
    const may = ({ operation: { permission } }: Tool) =>
      permission === null || hasPermission(caller.rights, permission)
    const parts = { catalog: tools, toolbox, ask, may, proposed }
    const serve = () => serveMcp({ headers, body: message }, parts)
    const answer = await (works(message) ? inTurnOf(input, serve) : serve())
    // Stored behind all calls outside: they hold a lock.
    for (const each of prepared) await storeProposal(each, input, stores)
    return answer
  },
})

/** Whether a message calls a tool or reads an object: then it counts among the answers of the school. */
const works = (message: string) => /"method"\s*:\s*"(?:tools\/call|resources\/read)"/.test(message)

/** Milliseconds that a message waits for its turn: clients call several tools at once. */
const patienceMs = 2000

async function inTurnOf({ work, runtime }: Pick<Work, 'work' | 'runtime'>, serve: () => Promise<McpAnswer>) {
  const running = { school: work.school, runtime, clientSignal: null, patienceMs, watched: null }
  try {
    return await inTurn(running, false, serve)
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal !== messageRefusals.agent_busy) throw error
    const body = { jsonrpc: '2.0', id: null, error: { code: -32000, message: error.message } }
    return { status: 429, type: 'application/json', body: JSON.stringify(body) }
  }
}

/** A client is told where a person answers; what the client itself says is no answer. */
const proposalNotice = (id: string, url: string, host: string) =>
  `Proposed as ${id}. Nothing has changed. A person confirms or declines it within an hour at ${url}, or with their own ` +
  `personal key: POST https://${host}/api/v1/agent/confirmations/${id} with {"answer": "yes"} or {"answer": "no"}.`
