import { handOver, sendShard } from '../messages/dispatch.task.ts'
import { silenceMs } from '../transports/email.ts'
import type { Ended } from './outcome.ts'
import { beginMs, inTurn } from './send-in-turn.ts'

const sent: Ended = { status: 'sent', delivered: false, answer: '', filled: null }
const group = Array.from({ length: 16 }, (_, index) => ({ id: `msg_${index}` }))

test.each([
  ['a quick channel takes them all', 200, 16],
  ['a slow one takes what it has time for', 10_000, 5],
  ['a silent one gets one', 60_000, 1],
])('%s, and the others are known not to have left', async (_, eachMs, sentCount) => {
  let passed = 0
  const hand = async () => {
    passed += eachMs
    return sent
  }
  const ended = await inTurn(group, hand, () => passed)
  expect([...ended.keys()]).toEqual(group.map(({ id }) => id))
  const statuses = [...ended.values()].map(({ status }) => status)
  expect(statuses).toEqual(group.map((_, index) => (index < sentCount ? 'sent' : 'unsent')))
})

test('the last one that begins ends before the deadline of the step, if its channel is silent once', () => {
  for (const { deadline } of [handOver, sendShard]) expect(beginMs + silenceMs).toBeLessThan(deadline * 1000)
})
