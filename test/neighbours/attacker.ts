// A school that misbehaves: its credentials, and a way to send requests that costs the sender little.
import { botToken, messengerId, widgetFields } from '@lms/testing'
import type { Gateway, GatewaySchool } from '@lms/testing/gateway'
import { Agent } from 'undici'

/** How requests of a school reach the gateway; plain values, so that another process can take it over. */
export interface Endpoint {
  origin: string
  host: string
  /** An owner's key, a key as it stands in a web page, and the session of a student who signed up with it. */
  keys: { owner: string; publishable: string; student: string }
}

/** One unit of an attack; gives the status that came, 0 where none did. */
export type Shot = (index: number, signal: AbortSignal) => Promise<number>

/** Where the attacker stands: another address of this machine, because connections are counted by address. */
export const ownAddress = '127.0.0.2'

export interface RequestOptions {
  body?: unknown
  /** The person the owner acts for. */
  onBehalfOf?: string | undefined
  as?: keyof Endpoint['keys']
  signal?: AbortSignal
}

export interface Attacker extends Endpoint {
  /** Sends a request and reads its answer. */
  ask(method: string, path: string, options?: RequestOptions): Promise<{ status: number; body: any }>
  /** Sends a request and reads its answer into nothing; gives the status, 0 where the connection broke. */
  shoot(method: string, path: string, options?: RequestOptions): Promise<number>
  /** The same as `ask`, of what must succeed. */
  done(method: string, path: string, options?: RequestOptions): Promise<any>
  close(): Promise<void>
}

/** Gives a school what an attacker takes: a publishable key, and a student who signed up alone. */
export async function placeOf(gateways: Gateway, { schoolId, host, key }: GatewaySchool): Promise<Endpoint> {
  const must = async (answer: Promise<{ status: number; body: any }>) => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`The school was not made: ${status} ${JSON.stringify(body)}`)
    return body
  }
  await must(gateways.operator('PUT', `/schools/${schoolId}/messenger`, { bot_token: botToken }))
  const page = { name: 'page', kind: 'publishable', role: 'owner' }
  const { api_key: publishable } = await must(
    gateways.call('POST', '/api/v1/api-keys', { host, key, body: page }),
  )
  const body = widgetFields({ id: messengerId() })
  const signedIn = await must(
    gateways.call('POST', '/api/v1/auth/messenger', { host, key: publishable, body }),
  )
  return { origin: gateways.baseUrl, host, keys: { owner: key, publishable, student: signedIn.access_token } }
}

/** Sends a school's requests from an address of this machine. */
export function attackerAt(endpoint: Endpoint, address = ownAddress): Attacker {
  const agent = new Agent({
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { localAddress: address },
  })
  const send = (method: string, path: string, { body, as = 'owner', onBehalfOf, signal }: RequestOptions) =>
    agent.request({
      origin: endpoint.origin,
      method: method as 'GET',
      path,
      headers: {
        host: endpoint.host,
        authorization: `Bearer ${endpoint.keys[as]}`,
        ...(onBehalfOf ? { 'x-on-behalf-of': onBehalfOf } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
  const ask: Attacker['ask'] = async (method, path, options = {}) => {
    const answer = await send(method, path, options)
    return { status: answer.statusCode, body: await answer.body.json() }
  }
  return {
    ...endpoint,
    ask,
    shoot: async (method, path, options = {}) => {
      try {
        const { statusCode, body } = await send(method, path, options)
        for await (const _ of body);
        return statusCode
      } catch {
        return 0
      }
    },
    done: async (method, path, options) => {
      const { status, body } = await ask(method, path, options)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    close: () => agent.destroy(),
  }
}
