// What a consumer may still get, by what the server says of it at several times.
import { Lag } from './lag.ts'

const info = (delivered: number, { acked = delivered, pending = 0, unacked = 0 } = {}) => ({
  num_pending: pending,
  num_ack_pending: unacked,
  delivered: { stream_seq: delivered },
  ack_floor: { stream_seq: acked },
})
/** Of messages that were published more than a minute ago. */
const lag = () => new Lag(60)

test('with nothing outstanding, or without the consumer, nothing comes', () => {
  expect(lag().isBehind(info(10), 0)).toBe(false)
  expect(lag().isBehind(info(0), 0)).toBe(false)
  expect(lag().isBehind(null, 0)).toBe(false)
})

test('with something outstanding at the first look anything may come', () => {
  expect(lag().isBehind(info(10, { acked: 9, unacked: 1 }), 0)).toBe(true)
  expect(lag().isBehind(info(10, { pending: 1 }), 0)).toBe(true)
})

test('of a consumer that is always busy and keeps up only new messages come', () => {
  const one = lag()
  expect(one.isBehind(info(10, { acked: 8, unacked: 2 }), 0)).toBe(true)
  expect(one.isBehind(info(11, { acked: 9, unacked: 2 }), 1)).toBe(true)
  for (let now = 2; now < 300; now++)
    expect(one.isBehind(info(now + 10, { acked: now + 8, unacked: 2 }), now)).toBe(false)
})

test('of one that had nothing left a moment ago only new messages come', () => {
  const one = lag()
  one.isBehind(info(10), 0)
  expect(one.isBehind(info(12, { acked: 11, unacked: 1 }), 30)).toBe(false)
  expect(one.isBehind(info(12, { acked: 11, unacked: 1 }), 61)).toBe(true)
})

test('one that has an old message still gets it, whatever it has acknowledged beside', () => {
  const one = lag()
  for (let now = 0; now < 300; now++)
    expect(one.isBehind(info(now + 5, { acked: 4, unacked: 1 }), now)).toBe(true)
  expect(one.isBehind(info(400), 301)).toBe(false)
})

test('one that works off a long backlog may get anything until it is done', () => {
  const one = lag()
  for (let now = 0; now < 300; now++)
    expect(one.isBehind(info(now + 5, { acked: now, unacked: 5, pending: 300 - now }), now)).toBe(true)
})

test('what was published after an old mark may come', () => {
  const one = lag()
  one.isBehind(info(10, { acked: 9, unacked: 1 }), 0)
  expect(one.isBehind(info(20, { acked: 15, unacked: 1 }), 60)).toBe(false)
  expect(lag().isBehind(info(20, { acked: 15, unacked: 1 }), 60)).toBe(true)
  expect(one.isBehind(info(30, { acked: 25, unacked: 1 }), 200)).toBe(true)
})

test('of a stream that was created again old marks say nothing', () => {
  const one = lag()
  one.isBehind(info(1000, { acked: 900, unacked: 1 }), 0)
  expect(one.isBehind(info(3, { acked: 2, unacked: 1 }), 10)).toBe(true)
  one.isBehind(null, 20)
  expect(one.isBehind(info(2000, { acked: 1999, unacked: 1 }), 30)).toBe(true)
})

test('however often it is looked at, the oldest mark of the time counts', () => {
  const one = lag()
  one.isBehind(info(1, { acked: 0, unacked: 1 }), 0)
  for (let now = 0.1; now < 60; now += 0.1)
    expect(one.isBehind(info(1 + now * 10, { acked: 1, unacked: 5 }), now)).toBe(false)
  // By then the oldest mark has this sequence.
  for (let now = 60.1; now < 64; now += 0.1)
    expect(one.isBehind(info(1 + now * 10, { acked: 1, unacked: 5 }), now)).toBe(true)
})
