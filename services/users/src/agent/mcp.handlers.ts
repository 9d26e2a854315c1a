import { catalog, serveMcp, Toolbox } from '@lms/agent'
import { type Caller, type Id, Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { readingFor } from './credential.ts'
import { askBy, readingMs, wayFor } from './door.ts'
import { mcpInternalApi } from './mcp.contract.ts'
import { type Prepared, prepareProposal, storeProposal } from './proposing.ts'

export const mcpInternalHandlers = builder.implement(mcpInternalApi, {
  message: async ({ body, ...given }, stores) => {
    const { headers, message } = body
    const caller: Caller = { ...body.caller, school: given.work.school as Id<'sch'> }
    const input = { ...given, caller }
    const way = await wayFor(readingFor(caller, false), input)
    const ask = askBy(way, AbortSignal.timeout(readingMs), input.runtime)
    const prepared: Prepared[] = []
    const tools = await catalog()
    const toolbox = new Toolbox({
      catalog: tools,
      ask,
      propose: async ({ method, path, body, words }) => {
        const said = words ? { action: '', summary: words, impact: '' } : null
        const call = { method: method as 'POST', path, body, said, proposer: 'key', messageId: null } as const
        try {
          const each = await prepareProposal(call, input)
          prepared.push(each)
          return asked(each.id, way.host)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          return [error.message, ...error.details.map(({ path, message }) => `${path}: ${message}`)].join(
            '\n',
          )
        }
      },
    })
    const answer = await serveMcp({ headers, body: message }, { catalog: tools, toolbox, ask })
    // Stored behind all calls outside: they hold a lock.
    for (const each of prepared) await storeProposal(each, input, stores)
    return answer
  },
})

/** A client is told where a person answers; what the client itself says is no answer. */
const asked = (id: string, host: string) =>
  `Proposed as ${id}. Nothing has changed. A person confirms or declines it within an hour, signed in or with their own ` +
  `personal key: POST https://${host}/api/v1/agent/confirmations/${id} with {"answer": "yes"} or {"answer": "no"}.`
