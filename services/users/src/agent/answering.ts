// The answer to a question: by the model of the settings, or by the planner, which needs none. Whoever answers reads under
// a credential that only reads, and proposes; nothing is stored or locked meanwhile.
import {
  type Answered,
  type Ask,
  catalog,
  converse,
  type Model,
  type Planned,
  plan,
  Toolbox,
} from '@lms/agent'
import { type Caller, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { agentConfirmationRequested } from './confirmation.contract.ts'
import { readingFor } from './credential.ts'
import { askBy, reading, type Way, wayFor } from './door.ts'
import { messageRefusals } from './message.contract.ts'
import { answersADay, modelOf } from './models.ts'
import { type Prepared, type Proposed, prepareProposal } from './proposing.ts'

export type Input = Work<typeof agentConfirmationRequested> & { readonly caller: Caller }

export interface Answer {
  readonly text: string
  readonly understood: boolean
  readonly by: 'planner' | 'model'
  readonly calls: Planned['calls']
  readonly prepared: readonly Prepared[]
}

/** Milliseconds that a model has: less than the gateway waits for an answer. */
const modelMs = 22_000

/** Answers a person’s message; `id` is that of the message. */
export async function answerTo(
  message: string,
  id: Id<'agm'>,
  input: Input,
  { agentMessages }: Pick<Stores, 'agentMessages'>,
): Promise<Answer> {
  const way = await wayFor(readingFor(input.caller, true), input)
  const loading = modelOf(input.runtime)
  if (!loading) return byPlanner(message, id, way, input)
  const dayAgo = new Date(Date.parse(input.now) - 86_400_000).toISOString()
  if ((await agentMessages.byModelSince(dayAgo)) >= answersADay(input.runtime))
    return noting(spent, await byPlanner(message, id, way, input))
  try {
    return await byModel(await loading, message, id, way, input)
  } catch (error) {
    if (error instanceof Refused) throw error
    input.runtime.log.warn({ err: error }, 'the model of the agent did not answer')
    return noting(away, await byPlanner(message, id, way, input))
  }
}

const spent = 'The model has given all its answers of a day, so the built-in planner answers.'
const away = 'The model is away, so the built-in planner answers.'
const noting = (note: string, answer: Answer): Answer => ({ ...answer, text: `${note}\n${answer.text}` })

async function byModel(
  model: Model,
  message: string,
  id: Id<'agm'>,
  way: Way,
  input: Input,
): Promise<Answer> {
  const signal = AbortSignal.timeout(modelMs)
  const prepared: Prepared[] = []
  const toolbox = new Toolbox({
    catalog: await catalog(),
    ask: untilClosed(askBy(way, signal, input.runtime)),
    propose: async ({ method, path, body, words }) => {
      const said = words ? { action: '', summary: words, impact: '' } : null
      const proposed = {
        method: method as 'POST',
        path,
        body,
        said,
        proposer: 'chat',
        messageId: id,
      } as const
      const refused = await prepare(proposed, input, prepared)
      return refused ?? 'Proposed. The person sees it with this answer, and confirms or declines it.'
    },
  })
  const { text, calls } = await converse(model, message, toolbox, signal)
  return { text, understood: true, by: 'model', calls, prepared }
}

async function byPlanner(message: string, id: Id<'agm'>, way: Way, input: Input): Promise<Answer> {
  const planned = await reading(way, input.runtime, ask =>
    plan(message, { ask: untilClosed(ask), now: new Date(input.now) }),
  )
  const prepared: Prepared[] = []
  const refused: string[] = []
  for (const { method, path, body } of planned.proposals) {
    const proposed = { method, path, body, said: null, proposer: 'chat', messageId: id } as const
    const problem = await prepare(proposed, input, prepared)
    if (problem) refused.push(problem)
  }
  const understood = planned.understood && refused.length === 0
  const text = [...(refused.length ? refused : [planned.text])].join('\n')
  return { text, understood, by: 'planner', calls: planned.calls, prepared }
}

/** Changes that one answer may propose. */
const mostProposals = 20

/** Prepares a proposal; null, or why it cannot be made. */
async function prepare(proposed: Proposed, input: Input, prepared: Prepared[]): Promise<string | null> {
  if (prepared.length >= mostProposals) return `One answer proposes at most ${mostProposals} changes.`
  try {
    prepared.push(await prepareProposal(proposed, input))
    return null
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.status >= 500) throw error
    return [error.message, ...error.details.map(({ path, message }) => `${path}: ${message}`)].join('\n')
  }
}

/** The end of a dialogue whose access was closed while it was answered: the gateway knows its credential no more. */
const untilClosed =
  (ask: Ask): Ask =>
  async (asked): Promise<Answered> => {
    const answer = await ask(asked)
    if (answer.status === 401) throw new Refused(messageRefusals.agent_closed)
    return answer
  }
