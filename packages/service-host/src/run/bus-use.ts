// The bus use of a service, from its declaration: the source of its user's permissions at the NATS server.
import {
  auditSubject,
  type BusUse,
  eventsOfType,
  invalidationSubject,
  pokeSubject,
  spentSubject,
} from '@lms/events'
import type { Reaction, Service } from '../service.ts'
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

/** With this many failing events a reaction gets no others: those of one school must not stop all. */
const mostFailing = 10_000

/** The durable consumer of a reaction. The reaction's rows in the inbox have the same name. */
export const consumerOf = (service: string, reaction: Reaction) => ({
  stream: 'events' as const,
  durable: `${service}-${reaction.name}`,
  subject: eventsOfType(reaction.to.type),
  maxAckPending: mostFailing,
})

export function busUseOf(service: Service): BusUse {
  const { service: name, events } = service.contract
  const pokes = [pokeSubject(name), `${pokeSubject(name)}.>`]
  const workers = (service.workers ?? []).map(({ bus }) => bus ?? {})
  return {
    publishes: [
      ...events.map(({ type }) => eventsOfType(type)),
      auditSubject('*', name),
      invalidationSubject('*', name),
      spentSubject(name),
      ...pokes,
    ],
    consumes: [
      ...reactionsOf(service).map(reaction => consumerOf(name, reaction)),
      ...workers.flatMap(({ consumes = [] }) => consumes),
    ],
    reads: workers.flatMap(({ reads = [] }) => reads),
    listens: [...pokes, ...workers.flatMap(({ listens = [] }) => listens)],
  }
}
