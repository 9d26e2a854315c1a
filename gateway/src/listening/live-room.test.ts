import fc from 'fast-check'
import type { Exchange } from '../http/exchange.ts'
import { Listener } from './listener.ts'
import { type Frame, LiveRoom, type Missed, type Source } from './live-room.ts'

const frameOf = (number: number): Frame => ({ number, bytes: Buffer.from(`id: ${number}\n`) })

/** A listener that notes what it gets, and reads it or not. */
function listenerOf() {
  const written: string[] = []
  const response = {
    destroyed: false,
    writableLength: 0,
    write: (piece: Buffer | string) => written.push(String(piece)) > 0,
    once: () => {},
    removeHeader: () => {},
    end: () => {},
    destroy: () => (response.destroyed = true),
  }
  const exchange = { response, head: () => {} } as unknown as Exchange
  const listener = new Listener(exchange, { school: 'sch_1', registration: 'wbr_1', user: 'usr_1' })
  const numbers = () => [...written.join('').matchAll(/id: (\d+)/g)].map(([, number]) => Number(number))
  return { listener, response, numbers, text: () => written.join('') }
}

/** A room of which the service keeps the last `kept` changes; `told` are counted reads and the way of messages. */
async function roomOf(historySize = 1000) {
  const feed = { last: 0, reads: 0, bring: (_: string) => {} }
  const source: Source = {
    subject: 'room',
    changesOf: text => (JSON.parse(text) as number[]).map(number => (number % 7 ? frameOf(number) : number)),
    read: async (after): Promise<Missed> => {
      feed.reads++
      const from = Math.max(after, feed.last - historySize)
      const frames = Array.from({ length: feed.last - from }, (_, index) => frameOf(from + index + 1))
      return { last: feed.last, from, frames }
    },
  }
  const room = await LiveRoom.open(source, async (_, receive) => {
    feed.bring = receive
    return () => {}
  })
  const bring = (numbers: readonly number[]) => {
    feed.last = Math.max(feed.last, ...numbers)
    feed.bring(JSON.stringify(numbers))
  }
  return { room, feed, bring }
}

test('messages that come late, twice or never give every listener every change once, in order', async () => {
  const messages = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(messages, fc.nat(60), async (numbers, after) => {
      const { room, feed, bring } = await roomOf()
      const [first, second] = [listenerOf(), listenerOf()]
      await room.join(first.listener, null)
      for (const number of numbers) bring([number, number])
      feed.last = 60
      await room.refresh()
      await room.join(second.listener, after)
      room.close()
      const all = Array.from({ length: 60 }, (_, index) => index + 1)
      expect(first.numbers()).toEqual(all)
      expect(second.numbers()).toEqual(all.slice(after))
    }),
  )
})

test('who comes back is served from what is kept; for more the service is asked once, and who is too far behind reads anew', async () => {
  const { room, feed, bring } = await roomOf()
  for (let number = 1; number <= 2000; number++) bring([number])
  await room.refresh()
  feed.reads = 0
  const back = listenerOf()
  await room.join(back.listener, 1900)
  expect([back.numbers().length, feed.reads]).toEqual([100, 0])
  const many = Array.from({ length: 20 }, listenerOf)
  await Promise.all(many.map(({ listener }) => room.join(listener, 1200)))
  expect(feed.reads).toBe(1)
  for (const { numbers } of many) expect([numbers().length, numbers()[0]]).toEqual([800, 1201])
  const late = listenerOf()
  await room.join(late.listener, 3)
  expect(late.text()).toContain('event: reset\nid: 2000\n')
  room.close()
})

test('a listener with more than 64 KB unsent is cut off, and the others are not', async () => {
  const { room } = await roomOf()
  const [slow, other] = [listenerOf(), listenerOf()]
  await room.join(slow.listener, null)
  await room.join(other.listener, null)
  slow.response.writableLength = 64 * 1024 + 1
  room.send(Buffer.from(': ping\n\n'))
  expect([slow.response.destroyed, other.response.destroyed]).toEqual([true, false])
  expect(other.text()).toContain('ping')
  room.close()
})
