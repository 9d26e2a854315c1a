import { type Answered, type Ask, plan } from '@lms/agent'
import { type Caller, formatTime, type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { isOpenTo } from './caller.ts'
import type { agentConfirmationRequested } from './confirmation.contract.ts'
import { readingFor } from './credential.ts'
import { reading, wayFor } from './door.ts'
import { agentChat, keptDays, messageRefusals, messageRoom, mostRunning } from './message.contract.ts'
import { type Prepared, prepareProposal, storeProposal } from './proposing.ts'

type Input = Work<typeof agentConfirmationRequested> & { readonly caller: Caller }

export const chatHandlers = builder.implement(agentChat, {
  list: ({ query, caller }, { agentMessages }) => agentMessages.ofUser(query, caller.user),

  ask: async ({ body, ...input }, stores) => {
    const { caller, now } = input
    const { user } = caller
    if (user === null) throw new Refused(messageRefusals.agent_of_person)
    if (!(await isOpenTo({ user, role: caller.role }, now, stores)))
      throw new Refused(messageRefusals.agent_closed)
    const id = newId('agm')
    const answered = await takingTurns(caller.school, () => answerTo(body.message, id, input))
    return storeAnswer({ id, user, message: body.message, ...answered }, input, stores)
  },
})

/** Answers by reads alone, and prepares what the answer proposes. Nothing is stored yet, and nothing is locked. */
async function answerTo(message: string, id: Id<'agm'>, input: Input) {
  const way = await wayFor(readingFor(input.caller, true), input)
  const planned = await reading(way, input.runtime, ask =>
    plan(message, { ask: untilClosed(ask), now: new Date(input.now) }),
  )
  const prepared: Prepared[] = []
  const refused: string[] = []
  for (const { method, path, body } of planned.proposals) {
    const proposed = { method, path, body, said: null, proposer: 'chat', messageId: id } as const
    try {
      prepared.push(await prepareProposal(proposed, input))
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.status >= 500) throw error
      refused.push([error.message, ...(error.details ?? []).map(each => each.message)].join(' '))
    }
  }
  const text = [planned.text, ...refused].join('\n')
  return { text, understood: planned.understood && refused.length === 0, calls: planned.calls, prepared }
}

/** The end of a dialogue whose access was closed while it was answered: the gateway knows its credential no more. */
const untilClosed =
  (ask: Ask): Ask =>
  async (asked): Promise<Answered> => {
    const answer = await ask(asked)
    if (answer.status === 401) throw new Refused(messageRefusals.agent_closed)
    return answer
  }

type Answer = Awaited<ReturnType<typeof answerTo>> & { id: Id<'agm'>; user: Id<'usr'>; message: string }

async function storeAnswer(
  { id, user, message, text, understood, calls, prepared }: Answer,
  input: Input,
  stores: Stores,
) {
  const { agentMessages } = stores
  await agentMessages.refuseBeyond(messageRoom)
  const proposed = []
  for (const each of prepared) proposed.push(await storeProposal(each, input, stores))
  agentMessages.forget(formatTime(new Date(Date.parse(input.now) - keptDays * 86_400_000)))
  return agentMessages.insert({
    ...agentMessages.fresh(id),
    user_id: user,
    message,
    answer: text.slice(0, 20_000),
    understood,
    by: 'planner',
    calls: calls.slice(0, 20),
    confirmation_ids: proposed.map(each => each.id),
  })
}

const running = new Map<string, number>()

/** At most `mostRunning` dialogues of a school at a time; refuses one more. */
async function takingTurns<T>(school: string, act: () => Promise<T>): Promise<T> {
  const before = running.get(school) ?? 0
  if (before >= mostRunning) throw new Refused(messageRefusals.agent_busy)
  running.set(school, before + 1)
  try {
    return await act()
  } finally {
    const left = running.get(school)! - 1
    if (left > 0) running.set(school, left)
    else running.delete(school)
  }
}
