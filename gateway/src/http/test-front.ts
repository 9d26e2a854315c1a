// A gateway in front of a test's own service for `/v1/orders` and for webinars, with the real services for schools and keys.
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import {
  type GatewayAnswer,
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
} from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import type { GatewayConfig } from '../config.ts'
import { answerEmpty, startTestService, type TestService } from './test-service.ts'

export const path = '/api/v1/orders'

export interface Front {
  system: TestSystem
  gateway: TestGateway
  school: GatewaySchool
  /** Tests may stop it and start another on the same port. */
  service: TestService
  /** Clears the received requests, and lets the service answer again. */
  reset(): void
  call(method: string, options?: Sent, to?: string): Promise<GatewayAnswer>
  raw(...pieces: string[]): Promise<string>
  begin(
    method: string,
    headers: Record<string, string>,
    send: (request: ClientRequest) => void,
  ): Promise<{ status: number }>
  stop(): Promise<void>
}
interface Sent {
  body?: unknown
  headers?: Record<string, string>
}

/** Starts it. */
export async function startFront(settings: Partial<GatewayConfig> = {}): Promise<Front> {
  const system = await startSystem({ services: [usersService, siteService] })
  const service = await startTestService()
  const services = { ...system.addresses, commerce: service.url, webinars: service.url }
  const gateway = await startTestGateway(system, { services, ...settings })
  const school = await newSchool(gateway)
  const front: Front = {
    system,
    gateway,
    school,
    service,
    reset: () => {
      front.service.requests = []
      front.service.act = answerEmpty
    },
    call: (method, options = {}, to = path) => gateway.call(method, to, { ...school, ...options }),
    raw: (...pieces) => raw(gateway.running.port, pieces),
    begin: (method, headers, send) => {
      const authorization = `Bearer ${school.key}`
      return begin(gateway.running.port, method, { host: school.host, authorization, ...headers }, send)
    },
    stop: async () => {
      await gateway.stop()
      await front.service.stop()
      await system.stop()
    },
  }
  return front
}

/** Writes raw data to the gateway, and returns everything until the connection ends. */
export async function raw(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  socket.on('error', () => {})
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  return text
}

/** A request that the test sends in pieces. */
function begin(
  port: number,
  method: string,
  headers: Record<string, string>,
  send: (request: ClientRequest) => void,
): Promise<{ status: number }> {
  const request = httpRequest({ port, host: '127.0.0.1', method, path, headers })
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', response => {
      response.on('error', reject)
      response.resume().on('end', () => resolve({ status: response.statusCode! }))
    })
    send(request)
  })
}
