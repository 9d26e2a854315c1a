// What a service does on the bus, as its declaration says it. The rights of its user at the NATS server follow from it.
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

/** The reactions that a service declares, by themselves or as what it keeps about people. */
export const declaredReactions = (service: Service): readonly Reaction[] => [
  ...peopleReactions(service),
  ...(service.reactions ?? []),
]

/** The same with the host's own. */
export const reactionsOf = (service: Service): readonly Reaction[] => [
  ...declaredReactions(service),
  eraseStoredPersonal(service.contract),
]

/** The durable consumer of a reaction. Its name is also that of the reaction's rows in the inbox. */
export const consumerOf = (service: string, reaction: Reaction) => ({
  stream: 'events' as const,
  durable: `${service}-${reaction.name}`,
  subject: eventsOfType(reaction.to.type),
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
