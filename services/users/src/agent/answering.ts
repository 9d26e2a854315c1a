// The answer to a question: by the model of the settings, or by the planner, which needs none. Whoever answers reads under
// a credential that only reads, and proposes; nothing is stored or locked meanwhile.
import { type Answered, type Ask, catalog, type DialogueEvent, type Model, type Planned } from '@lms/agent'
import { type Caller, type Id, Refused } from '@lms/contract'
import type { EventSink, Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { agentConfirmationRequested } from './confirmation.contract.ts'
import { readingFor } from './credential.ts'
import { askBy, reading, type Way, wayFor } from './door.ts'
import { messageRefusals } from './message.contract.ts'
import type { EarlierMessage } from './message.store.ts'
import { modelMs, modelOf, type OwnModel } from './models.ts'
import { type Prepared, type Proposed, prepareProposal } from './proposing.ts'
import { inTurn, type TurnGrant } from './running.ts'

/** Loaded with the first question. */
const dialogues = () => import('@lms/agent/dialogues')

export type Input = Work<typeof agentConfirmationRequested> & {
  readonly caller: Caller
  readonly events: EventSink | null
  readonly charge: (milliseconds: number) => void
}

export interface Answer {
  readonly text: string
  readonly understood: boolean
  readonly by: 'planner' | 'model'
  readonly calls: Planned['calls']
  readonly prepared: readonly Prepared[]
  /** Whom the agent has seen for it. */
  readonly people: ReadonlySet<string>
}

/** Answers a person’s message in a turn of the school; `id` is that of the message. */
export async function answerTo(
  message: string,
  id: Id<'agm'>,
  input: Input,
  stores: Pick<Stores, 'settings' | 'agentMessages'>,
): Promise<Answer> {
  const { caller, work, runtime, events } = input
  const [way, model, earlier] = await Promise.all([
    wayFor(readingFor(caller, true), input),
    modelOf({ work, runtime }, stores),
    stores.agentMessages.before(caller.user),
  ])
  const clientSignal = events?.disconnected ?? null
  const running = { school: work.school, runtime, clientSignal, patienceMs: 0, watched: way.token }
  return inTurn(running, model?.payer === 'platform', turn => {
    events?.tell('began', { message_id: id })
    return answered({ message, id, way, model, turn, earlier }, input)
  })
}

interface ChatRequest {
  readonly message: string
  readonly id: Id<'agm'>
  readonly way: Way
  readonly model: OwnModel | null
  readonly turn: TurnGrant
  /** The dialogue before, the last first. */
  readonly earlier: readonly EarlierMessage[]
}

async function answered(request: ChatRequest, input: Input): Promise<Answer> {
  const { model, turn } = request
  if (!model) return byPlanner(request, input)
  if (model.tokensLeft <= 0) return noting(spent, await byPlanner(request, input))
  const { NoAnswer, TokensSpent } = await dialogues()
  try {
    return await byModel(await model.load(), model.tokensLeft, request, input)
  } catch (error) {
    if (error instanceof Refused || turn.signal.aborted) throw error
    if (error instanceof TokensSpent) return noting(spent, await byPlanner(request, input))
    if (error instanceof NoAnswer) return noting(unfinishedNote, await byPlanner(request, input))
    input.runtime.log.warn({ err: error }, 'the model of the agent did not answer')
    return noting(unavailableNote, await byPlanner(request, input))
  }
}

const spent = 'The model has taken all its tokens of today, so the built-in planner answers.'
const unavailableNote = 'The model is away, so the built-in planner answers.'
const unfinishedNote = 'The model came to no whole answer, so the built-in planner answers.'
const noting = (note: string, answer: Answer): Answer => ({ ...answer, text: `${note}\n${answer.text}` })

async function byModel(
  model: Model,
  tokensLeft: number,
  { message, id, way, turn, earlier }: ChatRequest,
  input: Input,
): Promise<Answer> {
  const { events, runtime } = input
  const late = AbortSignal.timeout(modelMs(runtime, events !== null))
  const signal = AbortSignal.any([turn.signal, late])
  const prepared: Prepared[] = []
  // What it is told of the dialogue may stand in its answer again, so an erasure has to find that by the same people.
  for (const { people } of earlier) for (const id of people.split(' ').filter(Boolean)) way.people.add(id)
  const { converse, Toolbox } = await dialogues()
  const toolbox = new Toolbox({
    catalog: await catalog(),
    ask: untilClosed(askBy(way, signal, runtime)),
    propose: async ({ method, path, body, words }) => {
      const wording = words ? { action: '', summary: words, impact: '' } : null
      const proposed = {
        method: method as 'POST',
        path,
        body,
        said: wording,
        proposer: 'chat',
        messageId: id,
      } as const
      const refused = await prepare(proposed, input, prepared)
      return refused ?? 'Proposed. The person sees it with this answer, and confirms or declines it.'
    },
  })
  const { text, calls } = await converse(model, message, {
    toolbox,
    signal,
    hosts: [way.host],
    earlier,
    spend: tokens => turn.spend(tokens) < tokensLeft,
    tell: ({ name, data }: DialogueEvent) => events?.tell(name, data),
  })
  return { text, understood: true, by: 'model', calls, prepared, people: way.people }
}

async function byPlanner({ message, id, way, earlier }: ChatRequest, input: Input): Promise<Answer> {
  const { plan } = await dialogues()
  const sender = { school: input.work.school, charge: input.charge }
  const planned = await reading(way, input.runtime, ask =>
    plan(message, { ask: untilClosed(ask), now: new Date(input.now), sender, earlier }),
  )
  for (const call of planned.calls) input.events?.tell('call', call)
  const prepared: Prepared[] = []
  const refused: string[] = []
  for (const { method, path, body } of planned.proposals) {
    const proposed = { method, path, body, said: null, proposer: 'chat', messageId: id } as const
    const problem = await prepare(proposed, input, prepared)
    if (problem) refused.push(problem)
  }
  const understood = planned.understood && refused.length === 0
  const text = [...(refused.length ? refused : [planned.text])].join('\n')
  return { text, understood, by: 'planner', calls: planned.calls, prepared, people: way.people }
}

/** Changes that one answer may propose. */
const maxProposals = 20

/** Prepares a proposal; null, or why it cannot be made. */
async function prepare(proposed: Proposed, input: Input, prepared: Prepared[]): Promise<string | null> {
  if (prepared.length >= maxProposals) return `One answer proposes at most ${maxProposals} changes.`
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
  async (request): Promise<Answered> => {
    const answer = await ask(request)
    if (answer.status === 401) throw new Refused(messageRefusals.agent_closed)
    return answer
  }
