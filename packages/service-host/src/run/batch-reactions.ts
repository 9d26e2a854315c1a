// Batch reactions: events of several types have their effects together, one transaction for each school. A transaction for
// each event would tax every change of the installation.
import { type Envelope, isId } from '@lms/contract'
import { consumeBatches, type JsMsg, type Running, SchoolQueues, typeOfSubject } from '@lms/events'
import { SpanKind } from '@opentelemetry/api'
import { timeOfId } from '../database/partitions.ts'
import { textArray } from '../database/statements.ts'
import { reactionDelay } from '../kernel/host-metrics.ts'
import { requestContext, spanned } from '../kernel/telemetry.ts'
import type { BatchReaction, Listened, Service } from '../service.ts'
import { isErased } from '../work/erased-school.ts'
import { inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'
import { lazyStores } from '../work/stores.ts'
import { batchConsumerOf, batchReactionsOf } from './bus-use.ts'
import { interestOf } from './event-interest.ts'
import { logRepeated, readEnvelope, requestOf, waitedInVain } from './messages.ts'

const most = 200
/** Schools that are acted for at a time; a batch of one that is slow holds up no other school. */
const schoolsAtOnce = 64
const limits = { slots: schoolsAtOnce, slotsPerQueue: 1, together: most, waiting: 2 * most }
const usualRestMs = 20

interface Received {
  readonly message: JsMsg
  readonly event: Envelope
  readonly school: string
}

const isImported = ({ event }: Received): boolean => event.data.imported === true

/** Starts the consumer of every batch reaction of the service. */
export function startBatchReactions(service: Service, runtime: Runtime): Running {
  const running = batchReactionsOf(service).map(reaction => startOne(reaction, service, runtime))
  return { stop: async () => void (await Promise.all(running.map(consumer => consumer.stop()))) }
}

function startOne(reaction: BatchReaction, service: Service, runtime: Runtime): Running {
  const Stores = lazyStores(service.stores)
  const types = new Set(reaction.to.map(({ type }) => type))
  const consumer = batchConsumerOf(runtime.service, reaction)

  /** The type and the school of a message that the reaction hears, by its subject; null for any other. */
  function listenedOf({ subject }: JsMsg): Listened | null {
    const type = typeOfSubject(subject) ?? ''
    const school_id = subject.split('.')[1]!
    return types.has(type) && isId('sch', school_id) ? { school_id, type } : null
  }

  /** Takes those on which something acts. A body is read only then: most events of a school are about nothing there. */
  async function receive(messages: readonly JsMsg[]): Promise<void> {
    const all = messages.map(message => ({ message, listened: listenedOf(message) }))
    const isWanted = await interestOf(
      reaction,
      all.flatMap(({ listened }) => listened ?? []),
      runtime,
    )
    for (const { message, listened } of all) {
      const event = listened && isWanted(listened) ? readEnvelope(message) : null
      const isLeftOut = event?.data.imported && reaction.ignoresImports
      if (event && !isLeftOut) queues.offer({ message, event, school: listened!.school_id })
      else queues.ack(message)
    }
  }

  async function act(school: string, batch: readonly Received[]): Promise<void> {
    const events = batch.map(({ event }) => event)
    const requests = new Map(batch.map(({ event, message }) => [event.id, requestOf(message)]))
    const requestOfEvent = ({ id }: Pick<Envelope, 'id'>) => requests.get(id)!
    const prepared = await reaction.prepare(events, { school, runtime })
    // What follows from all of them is traced to the request of the first one.
    const [first] = batch
    await inSchool(
      school,
      runtime,
      async work => {
        const stores = new Stores(work.work)
        const entered = `insert into "${runtime.service}".inbox (school_id, consumer, event_id, handled_at)
          select $1, $2, e, $4::timestamptz from unnest($3::text[]) e on conflict do nothing`
        const entry = [school, consumer.durable, textArray(events.map(({ id }) => id)), work.now]
        if (reaction.repeatable) {
          await reaction.run({ ...work, events, prepared, requestOf: requestOfEvent }, stores)
          return work.work.write(entered, entry)
        }
        const { rows } = await work.work.lock(`${entered} returning event_id`, entry)
        const fresh = new Set(rows.map(([id]) => id))
        const news = events.filter(({ id }) => fresh.delete(id))
        if (news.length)
          await reaction.run({ ...work, events: news, prepared, requestOf: requestOfEvent }, stores)
      },
      { requestId: requestOf(first!.message), causeId: first!.event.id, isImport: isImported(first!) },
    )
  }

  /** A batch has its span in the trace of the request of its first event. */
  function traced(school: string, batch: readonly Received[]): Promise<void> {
    const [{ message, event }] = batch as [Received]
    const begin = () => ({
      kind: SpanKind.CONSUMER,
      parent: requestContext(requestOf(message)),
      attributes: { 'lms.event_id': event.id, 'lms.events': batch.length },
    })
    return spanned(runtime.service, `reaction ${reaction.name}`, begin, () => act(school, batch))
  }

  /** Acts on a batch; the error where it could not. */
  async function failureOf(school: string, batch: readonly Received[]): Promise<{ error: unknown } | null> {
    try {
      await traced(school, batch)
      const now = runtime.clock.now().getTime()
      for (const { message, event } of batch) {
        queues.ack(message)
        const seconds = Math.max(0, (now - timeOfId(event.id).getTime()) / 1000)
        runtime.metrics.observe(reactionDelay, { reaction: reaction.name }, seconds)
      }
      return null
    } catch (error) {
      if (!(await isErased(error, school, runtime))) return { error }
      for (const { message } of batch) queues.ack(message)
      return null
    }
  }

  function comesAgain(batch: readonly Received[], error: unknown): void {
    for (const { message } of batch) queues.comesAgain(message)
    logRepeated(runtime, reaction.name, error, batch[0]!.message)
  }

  /** What follows from an import is part of it, and what does not is not: they have their effects apart. */
  async function take(school: string, batch: readonly Received[]): Promise<void> {
    const imported = batch.filter(isImported)
    const others = batch.filter(received => !isImported(received))
    for (const part of [others, imported]) if (part.length) await takeAlike(school, part)
  }

  /**
   * A batch that fails is repeated event by event: those that nothing is wrong with do not wait for the others. Where also two
   * by themselves wait in vain, for the database or another service, so would the rest, and what comes behind them: they come
   * again later.
   */
  async function takeAlike(school: string, batch: readonly Received[]): Promise<void> {
    const batchFailure = await failureOf(school, batch)
    if (!batchFailure) return
    if (batch.length === 1) return comesAgain(batch, batchFailure.error)
    let waited = 0
    for (const [index, each] of batch.entries()) {
      const failure = await failureOf(school, [each])
      if (!failure) continue
      comesAgain([each], failure.error)
      if (!waitedInVain(failure.error) || ++waited < 2) continue
      const rest = batch.slice(index + 1)
      if (rest.length) comesAgain(rest, failure.error)
      return
    }
  }

  const queues = new SchoolQueues<Received>(limits, (batch, school) => take(school, batch))
  const running = consumeBatches(
    runtime.bus,
    { ...consumer, batch: most, restMs: reaction.restMs ?? usualRestMs },
    receive,
    error => logRepeated(runtime, reaction.name, error),
  )
  return {
    stop: async () => {
      await running.stop()
      await queues.stop()
    },
  }
}
