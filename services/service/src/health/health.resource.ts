import type { AnswerOf } from '@lms/contract'
import {
  type ClientScope,
  hostOperations as everyService,
  inTime,
  type SchoolRuntime,
} from '@lms/service-host'
import { builder } from '../builder.ts'
import { type Health, health } from './health.contract.ts'

type State = Health['services'][number]

const healthHandlers = builder.implement(health, {
  get: async ({ now, work, runtime }) => {
    const names = Object.keys(runtime.config.serviceAddresses).sort()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const services = await Promise.all(names.map(name => stateOf(name, scope, runtime)))
    const status = services.every(service => service.status === 'ok') ? 'ok' : 'degraded'
    return { status, time: now, services } as const
  },
})

async function stateOf(name: string, scope: ClientScope, runtime: SchoolRuntime): Promise<State> {
  const { services } = runtime.client(name, { services: everyService }, scope)
  const answer = await inTime(services.health().catch(() => null))
  return answer ? read(name, answer) : { name, status: 'unavailable', outbox: null, queues: null }
}

function read(name: string, { parts, outbox, tasks }: AnswerOf<typeof everyService.health>): State {
  const { waiting: length, delay_seconds, failed } = tasks
  const status = Object.values(parts).every(Boolean) ? 'ok' : 'degraded'
  return { name, status, outbox, queues: { length, delay_seconds, failed } }
}

export const healthResource = builder.resource({
  handlers: [healthHandlers],
})
