// A receiver on this machine, and events published like those of services.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Caller, formatTime, type Id, newId } from '@lms/contract'
import { eventSubject, Publisher } from '@lms/events'
import type { RunningService, Service } from '@lms/service-host'
import { signLms } from '@lms/service-host/outside'
import { newRequestId, type SystemOptions, startSystem, type TestSystem } from '@lms/testing'
import { webhooksContract } from '../contract.ts'
import { outsideOf } from '../outside.ts'
import { webhooksService } from '../service.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  envelope: {
    id: string
    type: string
    sequence: number
    replayed: boolean
    data: { object: any }
    related: any
  }
}
type Answer = (request: Received, response: ServerResponse) => void

export interface Receiver {
  url: string
  received: Received[]
  /** Its answers from now on. */
  answer: Answer
  close(): Promise<void>
}

/** Starts a receiver; it answers 200 by default. */
export async function startReceiver(
  answer: Answer = (_, response) => void response.end('ok'),
): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], answer, close: async () => {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, body, envelope: JSON.parse(body) }
      receiver.received.push(received)
      receiver.answer(received, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(() => resolve()))
  }
  return receiver
}

/** Whether a delivery has the correct X-LMS-Signature. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const signature = String(headers['x-lms-signature'])
  return signature === signLms(secret, body, Number(/^t=(\d+),/.exec(signature)?.[1]))
}

export interface Emitted {
  id: Id<'evt'>
  requestId: string
}
export interface EventInput {
  id?: Id<'evt'>
  type?: string
  object?: Record<string, unknown>
  related?: Record<string, string>
  requestId?: string
}

/** Publishes events of a school to the stream, as a relay does. */
export async function emit(
  { bus, clock }: Pick<TestSystem, 'bus' | 'clock'>,
  school: string,
  events: readonly EventInput[],
): Promise<Emitted[]> {
  const publisher = new Publisher(bus)
  try {
    const messages = events.map(
      ({ id = newId('evt'), type = 'order.paid', object, related = {}, requestId }) => ({
        id,
        subject: eventSubject(school, type),
        payload: JSON.stringify({
          id,
          type,
          created_at: formatTime(clock.now()),
          api_version: 'v1',
          data: { object: object ?? { id: newId('ord'), amount: 100, comment: 'ü "quoted" \\ back' } },
          related,
        }),
        requestId: requestId ?? newRequestId(),
      }),
    )
    const outcomes = await publisher.publish(messages)
    if (outcomes.some(outcome => outcome !== 'stored')) throw new Error('The stream did not take the events.')
    return messages.map(({ id, requestId }) => ({ id, requestId }))
  } finally {
    publisher.close()
  }
}

/** Has a service wait two minutes for each answer: of tests that hold some back, however busy the machine is. */
export function waitForAnswers({ runtime }: RunningService): void {
  const { sender } = outsideOf(runtime)
  const { send } = sender
  sender.send = request => send({ ...request, deadlineMs: 120_000 })
}

/** The webhooks service, allowed to send to this machine. */
export const startWebhooks = (
  options: Partial<SystemOptions> & { others?: readonly Service[] } = {},
): Promise<TestSystem> =>
  startSystem({
    services: [webhooksService, ...(options.others ?? [])],
    ...options,
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }, ...options.settings },
  })

export const webhooksOf = (system: TestSystem, caller: Caller = system.caller()) =>
  system.client('webhooks', webhooksContract.resources, caller)
