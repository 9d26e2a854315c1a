// The bus use of a service, from its declaration: the source of its user's permissions at the NATS server.
import {
  auditSubject,
  type BusUse,
  eventsOfAnySchool,
  eventsOfType,
  invalidationSubject,
  notifySubject,
  spentSubject,
} from '@lms/events'
import type { BatchReaction, Reaction, Service } from '../service.ts'
import { eraseStoredPersonal } from './erase-answers.ts'
import { peopleReactions } from './people-reactions.ts'

/** The reactions of a service: those it declares, and those for its data about people. */
export const declaredReactions = (service: Service): readonly Reaction[] => [
  ...peopleReactions(service),
  ...(service.reactions ?? []),
]

/** The same with the host's own reactions. */
export const reactionsOf = (service: Service): readonly Reaction[] => [
  ...declaredReactions(service),
  eraseStoredPersonal(service.contract),
]

/** The batch reactions of a service. */
export const batchReactionsOf = ({ batchReactions = [] }: Service): readonly BatchReaction[] => batchReactions

/** A type to which the service reacts, and the consumer that brings it. */
export interface Heard {
  /** The name of the reaction. */
  readonly name: string
  readonly type: string
  /** The reaction's rows in the inbox have the same name. */
  readonly durable: string
  /** Of a batch reaction that does not act on all. */
  readonly wanted?: BatchReaction['wanted']
}

/** Everything that the service and the host react to for it. */
export const heardBy = (service: Service): readonly Heard[] => hearing(service, reactionsOf(service))
/** The same without the host's own reactions. */
export const declaredHeard = (service: Service): readonly Heard[] =>
  hearing(service, declaredReactions(service))

const hearing = (service: Service, reactions: readonly Reaction[]): Heard[] => {
  const durable = (name: string) => durableOf(service.contract.service, name)
  return [
    ...reactions.map(({ name, to }) => ({ name, type: to.type, durable: durable(name) })),
    ...batchReactionsOf(service).flatMap(({ name, to, wanted: choose }) =>
      to.map(({ type }) => ({ name, type, durable: durable(name), ...(choose && { wanted: choose }) })),
    ),
  ]
}

const durableOf = (service: string, reaction: string) => `${service}-${reaction}`

/** With this many failing events a reaction gets no others: those of one school must not stop all. */
const maxFailing = 10_000

/** The durable consumer of a reaction. */
export const consumerOf = (service: string, reaction: Reaction) => ({
  stream: 'events' as const,
  durable: durableOf(service, reaction.name),
  subject: eventsOfType(reaction.to.type),
  maxAckPending: maxFailing,
})

/** The durable consumer of a batch reaction: NATS 2.9 filters by one subject only, so that several types are all. */
export const batchConsumerOf = (service: string, { name, to }: Pick<BatchReaction, 'name' | 'to'>) => ({
  stream: 'events' as const,
  durable: durableOf(service, name),
  subject: to.length === 1 ? eventsOfType(to[0]!.type) : 'events.>',
  maxAckPending: maxFailing,
})

export function busUseOf(service: Service): BusUse {
  const { service: name, events } = service.contract
  const notifications = [notifySubject(name), `${notifySubject(name)}.>`]
  const workers = (service.workers ?? []).map(({ bus }) => bus ?? {})
  return {
    publishes: [
      ...events.map(({ type }) => eventsOfType(type)),
      auditSubject('*', name),
      invalidationSubject('*', name),
      spentSubject(name),
      ...notifications,
      ...(service.publishes ?? []),
    ],
    consumes: [
      ...reactionsOf(service).map(reaction => consumerOf(name, reaction)),
      ...batchReactionsOf(service).map(reaction => batchConsumerOf(name, reaction)),
      ...workers.flatMap(({ consumes = [] }) => consumes),
    ],
    reads: [
      ...workers.flatMap(({ reads = [] }) => reads),
      // To see how far behind they are in a school.
      ...(service.batchReactions?.length ? [{ stream: 'events' as const, subject: eventsOfAnySchool }] : []),
    ],
    purges: service.purges ?? [],
    listens: [...notifications, ...workers.flatMap(({ listens = [] }) => listens)],
  }
}
