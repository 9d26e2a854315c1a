// What the server says of a consumer, as the lag needs it.
import { eventually } from '@lms/testing'
import { consumerInfo, Lag } from './lag.ts'
import { consumeEach } from './school-queues.ts'
import { messages, specOf, testBus } from './test-bus.ts'

const world = testBus()

test('a failing message is outstanding until it succeeds, and the others are acknowledged beside it', async () => {
  const spec = specOf()
  const lag = new Lag(60_000)
  const isBehind = async (now: number) => lag.isBehind(await consumerInfo(world.bus, spec), now)
  expect(await consumerInfo(world.bus, spec)).toBeNull()
  const sent = messages(3)
  let fails = true
  let handled = 0
  const handle = async (message: { headers?: { get(name: string): string } | undefined }) => {
    if (fails && message.headers?.get('Nats-Msg-Id') === sent[1]!.id) throw new Error('not yet')
    handled++
  }
  world.keep(consumeEach(world.bus, spec, handle, () => {}))
  await world.publisher.publish(sent)
  await eventually('the others', () => handled === 2)
  for (const now of [0, 30_000, 61_000, 150_000]) expect(await isBehind(now)).toBe(true)
  fails = false
  await eventually('the failing one', async () => handled === 3 && !(await isBehind(151_000)))
})

test('other failures of the server are no answer', async () => {
  const { bus } = world
  const unavailableBus = {
    ...bus,
    manager: { consumers: { info: () => Promise.reject(new Error('no answer')) } },
  }
  await expect(consumerInfo(unavailableBus as never, specOf())).rejects.toThrow('no answer')
})
