// A dispatcher whose queries, sends and time are the test's.
import { jest } from '@jest/globals'
import type { Runtime } from '@lms/service-host'
import type { ChannelStore, Claimed, Loaded } from '../dispatch/delivery-queue.store.ts'
import type { Channel } from '../dispatch/delivery-queue.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Due } from '../dispatch/due.ts'
import type { ChannelHolder } from '../dispatch/sends.ts'
import type { Target } from '../webhooks/target.ts'

/** Stops the time of the tests of this file. */
export function stopTime(): void {
  beforeEach(() => {
    jest.useFakeTimers()
    jest.advanceTimersByTime(1_000_000)
  })
  afterEach(() => void jest.useRealTimers())
}

export const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000)
export const settled = () => jest.advanceTimersByTimeAsync(0)

export const target = (more: Partial<Target> = {}) => ({ version: 1, active: true, ...more }) as Target
export const due = (id: string) => ({ id, first: null, event: null, object: null }) as Due
export const claimed = (webhook: string, more: Partial<Claimed> = {}): Claimed => ({
  school: 'sch_a',
  webhook,
  fence: 7,
  number: 1,
  failures: 0,
  ...more,
})

/** A dispatcher whose claims give these channels, the first of them to the first claim. */
export function stage(claims: Claimed[][] = [], { channels = 1000 } = {}) {
  type Claim = Parameters<ChannelStore['claim']>[1]
  const heard = new Map<
    string,
    (error: Error | null, message: { string(): string; json(): unknown }) => void
  >()
  const unsubscribe = jest.fn()
  const warn = jest.fn()
  const error = jest.fn()
  const runtime = {
    clock: { now: () => new Date() },
    log: { warn, error },
    bus: {
      nats: {
        subscribe: (subject: string, { callback }: { callback: () => void }) => {
          heard.set(subject, callback)
          return { unsubscribe }
        },
      },
    },
  } as unknown as Runtime
  const targets = new Map<string, Target | Error>()
  const store = {
    claim: jest.fn(async (_: Date, __: Claim) => claims.shift() ?? []),
    load: jest.fn(async (loaded: readonly Channel[]): Promise<Loaded> => {
      const entries = loaded.map(
        ({ key: { webhook } }) => [webhook, targets.get(webhook) ?? target()] as const,
      )
      return { targets: new Map(entries.filter(([webhook]) => !deleted.has(webhook))), kept: storedProgress }
    }),
    renew: jest.fn(async (renewed: readonly Channel[]) => {
      const states = renewed.map(({ key: { webhook } }) => [webhook, { open: true, version: 1 }] as const)
      return new Map<string, { open: boolean; version: number | null }>(states)
    }),
    giveBack: jest.fn(async (_: readonly Channel[], __: Date) => {}),
  }
  const deleted = new Set<string>()
  const storedProgress: Loaded['kept'] = new Map()
  const feed = jest.fn(async (_: readonly Channel[]) => {})
  const sends = { pump: jest.fn((_: Channel) => {}), stop: jest.fn(async () => {}) }
  const expire = jest.fn()
  let holder: ChannelHolder | undefined
  const dispatcher = new Dispatcher(runtime, {
    settings: { channels, channelParallel: 8 },
    store,
    feeding: { feed },
    fresh: { expire },
    sendsFor: newHolder => {
      holder = newHolder
      return sends
    },
  })
  const tell = (subject: string, text: string, failure: Error | null = null) => {
    const listener = [...heard].find(([name]) => name.includes(subject))!
    listener[1](failure, { string: () => text, json: () => JSON.parse(text) })
    return settled()
  }
  return {
    dispatcher,
    store,
    feed,
    sends,
    expire,
    targets,
    gone: deleted,
    kept: storedProgress,
    warn,
    error,
    unsubscribe,
    holder: holder!,
    notify: (what: 'due' | 'events', ...webhooks: string[]) => tell(`webhooks.${what}`, webhooks.join(' ')),
    /** News of a changed object. */
    changed: (kind: string, id: string) => tell('*', JSON.stringify({ kind, id })),
    tell,
    /** The channels that the last feeding was about. */
    held: () => feed.mock.calls.at(-1)?.[0] ?? [],
    start: async () => {
      dispatcher.start()
      await settled()
    },
  }
}

/** Started, with one channel that it holds. */
export async function holding(more: Partial<Claimed> = {}) {
  const staged = stage([[claimed('whk_1', more)]])
  await staged.start()
  const [channel] = staged.held()
  channel!.moreDue = false
  channel!.moreEvents = false
  for (const mock of [...Object.values(staged.store), staged.feed, staged.sends.pump]) mock.mockClear()
  return { ...staged, channel: channel! }
}
