// Reactions: an event of another service has its effect exactly once, because its inbox row is committed together with
// the effect.
import { isId } from '@lms/contract'
import { consumeEach, type JsMsg, type Running } from '@lms/events'
import { SpanKind } from '@opentelemetry/api'
import { StatementError } from '../database/batch.ts'
import { timeOfId } from '../database/partitions.ts'
import type { Copies } from '../directory/copies.ts'
import { reactionDelay } from '../kernel/host-metrics.ts'
import { workOf } from '../kernel/metering.ts'
import { requestContext, spanned } from '../kernel/telemetry.ts'
import { turnWatch } from '../kernel/turn-watch.ts'
import type { Service } from '../service.ts'
import { isErased } from '../work/erased-school.ts'
import { inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'
import { lazyStores } from '../work/stores.ts'
import { consumerOf, reactionsOf } from './bus-use.ts'
import { logRepeated, readEnvelope, requestOf } from './messages.ts'
import { emittedText } from './processed-events.ts'

/** Starts a durable consumer for every reaction of the service. */
export function startReactions(service: Service, runtime: Runtime, copies: Copies): Running {
  const Stores = lazyStores(service.stores)
  const running = reactionsOf(service).map(reaction => {
    const consumer = consumerOf(runtime.service, reaction)
    const { durable } = consumer
    return consumeEach(
      runtime.bus,
      consumer,
      message => traced(message),
      (error, message) => logRepeated(runtime, reaction.name, error, message),
    )

    function traced(message: JsMsg): Promise<void> {
      const requestId = requestOf(message)
      const begin = () => ({
        kind: SpanKind.CONSUMER,
        parent: requestContext(requestId),
        attributes: { 'lms.event_id': message.headers?.get('Nats-Msg-Id') ?? '' },
      })
      const operation = `reaction ${reaction.name}`
      const school = message.subject.split('.')[1] ?? null
      const work = workOf({ operation, school, requestId }, runtime.metering)
      return turnWatch.run(work, () =>
        spanned(runtime.service, operation, begin, () => react(message, requestId)),
      )
    }

    async function react(message: JsMsg, requestId: string): Promise<void> {
      const school = message.subject.split('.')[1]!
      const event = readEnvelope(message)
      if (!isId('sch', school) || !event)
        return runtime.log.error(
          { subject: message.subject, reaction: reaction.name },
          'a message is not an event and is ignored',
        )
      if (reaction.ignoresImports && event.data.imported) return
      const cause = { requestId, causeId: event.id, isImport: event.data.imported === true }
      try {
        if (reaction.knowsPresent) await copies.refreshAll(school, requestId)
        await inSchool(
          school,
          runtime,
          async work => {
            await reaction.run({ event, ...work }, new Stores(work.work))
            work.work.write(
              `insert into "${runtime.service}".inbox (school_id, consumer, event_id, handled_at, emitted)
               values ($1, $2, $3, $4, $5)`,
              [school, durable, event.id, work.now, emittedText(work.work.outgoing.emitted)],
            )
          },
          cause,
        )
      } catch (error) {
        const isTwin = error instanceof StatementError && error.constraint === 'inbox_pkey'
        // What comes late to a school that was erased has no effect, and is done.
        if (!isTwin && !(await isErased(error, school, runtime))) throw error
      }
      const seconds = Math.max(0, (runtime.clock.now().getTime() - timeOfId(event.id).getTime()) / 1000)
      runtime.metrics.observe(reactionDelay, { reaction: reaction.name }, seconds)
    }
  })
  return { stop: async () => void (await Promise.all(running.map(consumer => consumer.stop()))) }
}
