import { formatTime, type Id, newId, Refused } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { type Answer, answerTo, type Input } from './answering.ts'
import { isOpenTo } from './caller.ts'
import { agentChat, keptDays, messageRefusals, messageRoom } from './message.contract.ts'
import { peopleIn, peopleText } from './people-in-dialogue.ts'
import { storeProposal } from './proposing.ts'

export const chatHandlers = builder.implement(agentChat, {
  list: ({ query, caller }, { agentMessages }) => agentMessages.ofUser(query, caller.user),

  ask: async ({ body, ...input }, stores) => {
    const { caller, now } = input
    const { user } = caller
    if (user === null) throw new Refused(messageRefusals.agent_of_person)
    if (!(await isOpenTo({ user, role: caller.role }, now, stores)))
      throw new Refused(messageRefusals.agent_closed)
    const id = newId('agm')
    const answer = await answerTo(body.message, id, input, stores)
    return storeAnswer(answer, { id, user, message: body.message }, input, stores)
  },
})

interface ChatMessage {
  readonly id: Id<'agm'>
  readonly user: Id<'usr'>
  readonly message: string
}

/** Stores a message with its answer, and what the answer proposes. */
async function storeAnswer(
  { text, understood, by, calls, prepared, people }: Answer,
  { id, user, message }: ChatMessage,
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
    by,
    calls: calls.slice(0, 20),
    confirmation_ids: proposed.map(each => each.id),
    people_seen: peopleText(people, peopleIn(message), ...prepared.map(each => each.people)),
  })
}
