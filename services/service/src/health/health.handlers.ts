import type { AnswerOf } from '@lms/contract'
import { house as everyService, type SchoolRuntime, type SiblingScope } from '@lms/service-host'
import { house } from '../house.ts'
import { type Health, health } from './health.contract.ts'

type State = Health['services'][number]

/** Milliseconds that a service has to say how it is. */
const patience = 1500

export const healthHandlers = house.implement(health, {
  get: async ({ now, work, runtime }) => {
    const names = Object.keys(runtime.config.siblings).sort()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const services = await Promise.all(names.map(name => stateOf(name, scope, runtime)))
    const status = services.every(service => service.status === 'ok') ? 'ok' : 'degraded'
    return { status, time: now, services } as const
  },
})

async function stateOf(name: string, scope: SiblingScope, runtime: SchoolRuntime): Promise<State> {
  const { services } = runtime.sibling(name, { services: everyService }, scope)
  const answer = await inTime(services.health().catch(() => null))
  return answer ? read(name, answer) : { name, status: 'away', outbox: null }
}

function read(name: string, { parts, outbox }: AnswerOf<typeof everyService.health>): State {
  return { name, status: Object.values(parts).every(Boolean) ? 'ok' : 'degraded', outbox }
}

/** The answer, or null where it takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
