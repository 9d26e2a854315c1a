// A school with people who may use the agent, behind a gateway, for the specs of this folder.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import {
  type GatewayAnswer,
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
  wideLimits,
} from '@lms/testing/gateway'
import { usersService } from '../service.ts'

export interface AgentWorld {
  system: TestSystem
  gateway: TestGateway
  /** Sets the time. */
  pass(milliseconds: number): void
  stop(): Promise<void>
}

export async function startAgentWorld(settings: Record<string, string> = {}): Promise<AgentWorld> {
  let passed = 0
  const clock = { now: () => new Date(Date.now() + passed) }
  const system = await startSystem({ services: [usersService, siteService], clock, settings: { settings } })
  const gateway = await startTestGateway(system)
  return {
    system,
    gateway,
    pass: milliseconds => {
      passed += milliseconds
    },
    stop: async () => {
      await gateway.stop()
      await system.stop()
    },
  }
}

/** Calls the API: method, path from `/v1` on, body. */
export type CallAs = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<GatewayAnswer>

export interface AgentSchool extends GatewaySchool {
  /** Calls with the owner's integration key, which is no person's. */
  asKey: CallAs
  as(key: string): CallAs
  /** A person of a role, with a personal key. */
  person(role: string): Promise<{ id: string; key: string; call: CallAs }>
  /** A key of the kind `agent`. */
  agentKey(): Promise<CallAs>
}

let people = 0

export async function agentSchool({ gateway }: AgentWorld): Promise<AgentSchool> {
  const school = await newSchool(gateway)
  await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits: wideLimits })
  const as =
    (key: string): CallAs =>
    (method, path, body, headers = {}) =>
      gateway.call(method, `/api${path}`, {
        host: school.host,
        key,
        headers,
        ...(body === undefined ? {} : { body }),
      })
  const asKey = as(school.key)
  const done = async (method: string, path: string, body: unknown) => {
    const answer = await asKey(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    ...school,
    as,
    asKey,
    person: async role => {
      const email = `person-${++people}@school.example`
      const { id } = await done('POST', '/v1/users', { email, first_name: `Person${people}`, role })
      const body = { name: email, kind: 'personal', role, user_id: id }
      const { api_key: key } = await done('POST', '/v1/api-keys', body)
      return { id, key, call: as(key) }
    },
    agentKey: async () =>
      as((await done('POST', '/v1/api-keys', { name: 'agent', kind: 'agent', role: 'owner' })).api_key),
  }
}
