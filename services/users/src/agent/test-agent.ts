// A school with people who may use the agent, behind a gateway, for the specs of this folder.
import { request } from 'node:http'
import type { Service } from '@lms/service-host'
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

export async function startAgentWorld(
  settings: Record<string, string> = {},
  process: { taskSlots?: number } = {},
  others: readonly Service[] = [],
): Promise<AgentWorld> {
  let passed = 0
  const clock = { now: () => new Date(Date.now() + passed) }
  const system = await startSystem({
    services: [usersService, siteService, ...others],
    clock,
    settings: { settings, ...process },
  })
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

export interface StreamedEvent {
  name: string
  data: any
}

/** Asks the agent for an answer in events; `seen` gets each one as it comes. */
export function askInEvents(
  { gateway }: AgentWorld,
  { host, key, message }: { host: string; key: string; message: string },
  seen: (event: StreamedEvent) => void = () => {},
): { done: Promise<{ status: number; type: string; text: string; events: StreamedEvent[] }>; leave(): void } {
  const { hostname, port } = new URL(gateway.baseUrl)
  const body = JSON.stringify({ message })
  const headers = {
    host,
    authorization: `Bearer ${key}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const sent = request({ hostname, port, method: 'POST', path: '/api/v1/agent/chat', headers })
  const done = new Promise<Awaited<ReturnType<typeof askInEvents>['done']>>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => {
      let text = ''
      let read = 0
      const events: StreamedEvent[] = []
      response.setEncoding('utf8').on('data', piece => {
        text += piece
        for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(read, end)) ?? []
          read = end + 2
          if (!name) continue
          events.push({ name, data: JSON.parse(data!) })
          seen(events.at(-1)!)
        }
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, type: response.headers['content-type']!, text, events }),
      )
    })
  })
  sent.end(body)
  return { done, leave: () => sent.destroy() }
}
