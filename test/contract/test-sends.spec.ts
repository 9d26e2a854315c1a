// A test send of each event has the contract's own example.
import { emittedEvents } from '@lms/api'
import type { TestSystem } from '@lms/testing'
import {
  type Receiver,
  startReceiver,
  startWebhooks,
  webhooksOf,
} from '../../services/webhooks/src/testing/receiver.ts'

describe('a test send in a school without events', () => {
  let system: TestSystem
  let receiver: Receiver
  let send: (type: string) => Promise<{ ok: boolean; example: boolean }>
  beforeAll(async () => {
    system = await startWebhooks()
    receiver = await startReceiver()
    const { webhooks } = webhooksOf(system)
    const { id } = await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    send = type => webhooks.test({ path: { id }, body: { type } })
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })

  test.each(emittedEvents.map(({ event }) => [event.type, event] as const))(
    'of %s contains an object as its service declares it',
    async (type, { object, related, changes }) => {
      expect(await send(type)).toMatchObject({ ok: true, example: true })
      const { envelope } = receiver.received.at(-1)!
      expect(envelope).toMatchObject({ type, sequence: 0, replayed: false })
      expect(object.safeParse(envelope.data.object).error).toBeUndefined()
      // Of an event that tells both of new objects and of changed ones, either may be the example.
      if (!changes) expect(envelope.data).not.toHaveProperty('previous')
      // What an object names nothing by is not there.
      const known = [...related, 'actor_id', 'cause_id']
      expect(Object.keys(envelope.related).filter(name => !known.includes(name as never))).toEqual([])
    },
  )
})
