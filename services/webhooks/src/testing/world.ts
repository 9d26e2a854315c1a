// The common part of subscription specs: the service, a receiver for each test, subscriptions to it.
import type { Caller } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { type Facts, factsOf } from './journal-facts.ts'
import {
  type EventInput,
  emit,
  type Receiver,
  startReceiver,
  startWebhooks,
  waitForAnswers,
  webhooksOf,
} from './receiver.ts'

type Api = ReturnType<typeof webhooksOf>
type NewWebhook = Parameters<Api['webhooks']['create']>[0]['body']

/** A subscription of a caller, and the API for this caller. */
export interface Subscribed extends Api {
  caller: Caller
  made: Awaited<ReturnType<Api['webhooks']['create']>>
  path: { id: Subscribed['made']['id'] }
  /** Publishes events of the school. */
  emit(...events: EventInput[]): ReturnType<typeof emit>
}

export interface World {
  readonly system: TestSystem
  readonly facts: Facts
  /** Answers 200 by default; a new one in each test. */
  readonly receiver: Receiver
  readonly clock: { now(): Date }
  /** Advances the clock of the service, by milliseconds. */
  turn(ms: number): void
  /** Another receiver for this test. */
  receiverOf: typeof startReceiver
  /** Creates a subscription to all events at the receiver, by default in a school of its own. */
  subscribe(options?: Partial<NewWebhook> & { caller?: Caller }): Promise<Subscribed>
}

/** Starts the service before the tests of a `describe` and stops it afterwards. */
export function webhooksWorld(): World {
  let system: TestSystem
  let facts: Facts
  let receiver: Receiver
  let ahead = 0
  const receivers: Receiver[] = []
  const clock = { now: () => new Date(Date.now() + ahead) }
  const receiverOf: World['receiverOf'] = async answer => {
    const started = await startReceiver(answer)
    receivers.push(started)
    return started
  }
  beforeAll(async () => {
    system = await startWebhooks({ clock })
    waitForAnswers(system.services.webhooks!)
    facts = factsOf(system.ownerUrl)
  })
  beforeEach(async () => {
    receiver = await receiverOf()
  })
  afterEach(() => Promise.all(receivers.splice(0).map(({ close }) => close())))
  afterAll(() => system?.stop())
  return {
    get system() {
      return system
    },
    get facts() {
      return facts
    },
    get receiver() {
      return receiver
    },
    clock,
    turn: ms => {
      ahead += ms
    },
    receiverOf,
    subscribe: async ({ caller = system.caller(), ...options } = {}) => {
      const api = webhooksOf(system, caller)
      const webhook = await api.webhooks.create({ body: { url: receiver.url, events: ['*'], ...options } })
      const ofSchool = (...events: EventInput[]) => emit(system, caller.school, events)
      return { ...api, caller, made: webhook, path: { id: webhook.id }, emit: ofSchool }
    },
  }
}
