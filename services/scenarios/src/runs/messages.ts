// What became of the messages of runs: crm knows it.
import type { Id } from '@lms/contract'
import { messageOutcomes } from '@lms/crm/contract'
import type { ListQuery, Work } from '@lms/service-host'
import type { MessageStats, TraceItem } from './run.contract.ts'

type At = Pick<Work, 'work' | 'runtime'>
/** Maximum messages of one question. */
const askedAtOnce = 1000

/** Asks crm; while it is away, the answer is what there is without it, with a warning. */
async function orWithout<T>(
  nothing: T,
  warnings: string[],
  { runtime }: At,
  ask: () => Promise<T>,
): Promise<T> {
  if (!Object.hasOwn(runtime.config.serviceAddresses, 'crm')) return nothing
  try {
    return await ask()
  } catch (error) {
    runtime.log.warn({ err: error }, 'crm is away')
    warnings.push('crm is unavailable; what became of messages is missing')
    return nothing
  }
}

const clientOf = ({ work, runtime }: At) =>
  runtime.client('crm', { messageOutcomes }, { school: work.school, requestId: work.origin.requestId })
    .messageOutcomes

/** What became of the messages of each node of a scenario, by version and node: `3 welcome`. */
export const messagesByNode = (
  source_id: Id<'scn'>,
  { warnings }: Pick<ListQuery, 'warnings'>,
  ctx: At,
): Promise<Map<string, MessageStats>> =>
  orWithout(new Map<string, MessageStats>(), warnings, ctx, async () => {
    const { sources } = await clientOf(ctx).bySource({ body: { source_id } })
    return new Map(sources.map(({ source, ...counts }) => [source.split(':').slice(1).join(' '), counts]))
  })

/** The items of a trace, with what has become of their messages in place of that they were handed to crm. */
export async function withOutcomes(
  items: readonly TraceItem[],
  { warnings }: Pick<ListQuery, 'warnings'>,
  ctx: At,
): Promise<TraceItem[]> {
  const ids = items.flatMap(item => messageOf(item) ?? [])
  if (ids.length === 0) return [...items]
  const outcomes = await orWithout(
    new Map<string, { status: string; reason: string | null }>(),
    warnings,
    ctx,
    async () => {
      const messagesById = new Map<string, { status: string; reason: string | null }>()
      for (let begin = 0; begin < ids.length; begin += askedAtOnce) {
        const { messages } = await clientOf(ctx).of({ body: { ids: ids.slice(begin, begin + askedAtOnce) } })
        for (const message of messages) messagesById.set(message.id, message)
      }
      return messagesById
    },
  )
  return items.map(item => {
    const message = outcomes.get(messageOf(item) ?? '')
    return message ? { ...item, outcome: message.status, reason: message.reason } : item
  })
}

const messageOf = ({ kind, ids }: TraceItem): Id<'msg'> | null =>
  kind === 'message' && ids[0] ? (ids[0] as Id<'msg'>) : null
