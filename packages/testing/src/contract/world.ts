// Two schools under test, reached through the gateway with keys, or directly with the gateway's tokens.

import { type OperationEntry, operationId, operations } from '@lms/api'
import { fillPath, newId } from '@lms/contract'
import { type Gateway, type GatewaySchool, newSchool, wideLimits } from '../gateway.ts'
import { botToken } from '../messenger.ts'
import { asOwner } from '../owner.ts'
import { type BareResponse, newRequestId } from '../system.ts'
import type { Actor, School } from './building.ts'
import { exampleOf } from './examples.ts'
import { expectError } from './expect.ts'

/** Sends a request to a service as a caller. */
export type Send = (
  service: string,
  request: { method: string; path: string; body?: unknown; headers: Record<string, string> },
  by: { as: Actor; onBehalfOf: string | undefined },
) => Promise<BareResponse>

const byId = new Map(operations.map(entry => [operationId(entry), entry]))
/** The operation of an id such as `users.create`. */
export function entryOf(id: string): OperationEntry {
  const entry = byId.get(id)
  if (!entry) throw new Error(`There is no operation ${id}.`)
  return entry
}

export function schoolOf(send: Send, { put, failedJob }: Pick<School, 'put' | 'failedJob'>): School {
  const ask: School['ask'] = async (
    entry,
    { path, query = '', body, headers = {}, as = 'owner', onBehalfOf } = {},
  ) => {
    const { operation, service } = entry
    const url = fillPath(operation.path, path) + query
    const response = await send(
      service,
      { method: operation.method, path: url, body, headers },
      { as, onBehalfOf },
    )
    if (response.status >= 400) expectError(response, operation)
    return response
  }
  return {
    ask,
    put,
    failedJob,
    async make(id, fields) {
      const example = await exampleOf(entryOf(id), this)
      return this.done(
        id,
        fields ? { ...example, body: { ...(example.body as object), ...fields } } : example,
      )
    },
    done: async (id, request) => {
      const response = await ask(entryOf(id), request)
      if (response.status >= 300)
        throw new Error(`${id} answered ${response.status}: ${JSON.stringify(response.body)}`)
      return response.body
    },
  }
}

/** A school (a new one by default), reached through the gateway. Its request rates are too high to matter. */
export async function gatewaySchool(gateway: Gateway, existing?: GatewaySchool): Promise<School> {
  const { schoolId, host, key } = existing ?? (await newSchool(gateway))
  const changed = await gateway.operator('PATCH', `/schools/${schoolId}`, { limits: wideLimits })
  expect(changed.status).toBe(200)
  const bot = await gateway.operator('PUT', `/schools/${schoolId}/messenger`, { bot_token: botToken })
  expect(bot.status).toBe(200)
  const issue = async (body: object): Promise<string> => {
    const issued = await gateway.call('POST', '/api/v1/api-keys', { host, key, body })
    expect(issued.status).toBe(201)
    return issued.body.api_key
  }
  const keys: Record<Actor, string | undefined> = {
    owner: key,
    powerless: await issue({ name: 'nothing', kind: 'integration', role: 'owner', scope: ['nothing:read'] }),
    publishable: await issue({ name: 'page', kind: 'publishable', role: 'owner' }),
    nobody: undefined,
  }
  const send: Send = async (_, { method, path, body, headers }, { as, onBehalfOf }) => {
    const acting: Record<string, string> = onBehalfOf ? { 'x-on-behalf-of': onBehalfOf } : {}
    const apiKey = keys[as]
    const options = { host, body, headers: { ...headers, ...acting }, ...(apiKey ? { key: apiKey } : {}) }
    const answer = await gateway.call(method, `/api${path}`, options)
    return { status: answer.status, headers: new Headers(answer.headers), body: answer.body }
  }
  const put: School['put'] = async ({ url, headers }, bytes) => {
    const { pathname } = new URL(url)
    const { status, body } = await gateway.call('PUT', pathname, { host, headers, body: bytes })
    if (status >= 300) throw new Error(`PUT ${pathname} answered ${status}: ${JSON.stringify(body)}`)
  }
  return schoolOf(send, { put, failedJob: () => failedJob(gateway.ownerUrl, schoolId) })
}

/** A departing tag that does not exist, so that a retry finds nothing to do. */
async function failedJob(ownerUrl: string, school: string) {
  const id = newId('job')
  await asOwner(ownerUrl, client =>
    client.query(
      `insert into users.tasks (school_id, queue, id, payload, status, due_at, failures, error, failed_at, request_id, created_at)
       values ($1, 'leave-tag', $2, $3, 'failed', now(), 10, 'unavailable', now(), $4, now())`,
      [school, id, JSON.stringify({ tag_id: newId('tag') }), newRequestId()],
    ),
  )
  return { queue: 'users.leave-tag', id }
}
