// The common part of the bus specs: a NATS server for each file, messages, consumers that end with their test.
import { join } from 'node:path'
import { type LocalNats, startNats } from '@lms/local'
import { scratchFolder } from '@lms/testing'
import type { JsMsg } from '@nats-io/jetstream'
import { type Bus, connectBus } from './connection.ts'
import type { ConsumerSpec, Running } from './consumer.ts'
import { type Message, Publisher } from './publisher.ts'
import { eventSubject, eventsOfType } from './subjects.ts'

export interface TestBus {
  readonly nats: LocalNats
  readonly bus: Bus
  readonly publisher: Publisher
  /** Stops it after the test. */
  keep<T extends Running>(one: T): T
  /** The number of messages in the stream of events. */
  stored(): Promise<number>
}

/** Starts before the tests of a file, and empties the stream of events after each. */
export function testBus(): TestBus {
  let nats: LocalNats
  let bus: Bus
  let publisher: Publisher
  const folder = scratchFolder()
  const running: Running[] = []
  beforeAll(async () => {
    nats = await startNats({ storeDir: join(folder.path, 'nats') })
    bus = await connectBus({ url: nats.url, credential: { user: 'test', password: '' } })
    publisher = new Publisher(bus)
  }, 60_000)
  afterEach(async () => {
    await Promise.all(running.splice(0).map(one => one.stop()))
    await bus.manager.streams.purge('EVENTS')
  })
  afterAll(async () => {
    publisher?.close()
    await bus?.close()
    await nats?.stop()
    folder.remove()
  })
  return {
    get nats() {
      return nats
    },
    get bus() {
      return bus
    },
    get publisher() {
      return publisher
    },
    keep: one => {
      running.push(one)
      return one
    },
    stored: async () => (await bus.manager.streams.info('EVENTS')).state.messages,
  }
}

let made = 0
export const message = (changes: Partial<Message> = {}): Message => ({
  id: `evt_${++made}`,
  subject: eventSubject('sch_1', 'order.paid'),
  payload: '{}',
  requestId: 'a'.repeat(32),
  ...changes,
})
export const messages = (count: number) => Array.from({ length: count }, () => message())
export const specOf = (changes: Partial<ConsumerSpec> = {}): ConsumerSpec => ({
  stream: 'events',
  durable: `test-${++made}`,
  subject: eventsOfType('order.*'),
  ...changes,
})
export const idOf = ({ headers }: JsMsg) => headers!.get('Nats-Msg-Id')
export const fail = (error: unknown) => {
  throw error
}
