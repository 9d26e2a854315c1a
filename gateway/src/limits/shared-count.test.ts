import { SharedCount } from './shared-count.ts'
import { TokenBuckets } from './token-bucket.ts'

const rate = { rate: 1, burst: 3000 }

test('large counts go in several messages, and every gateway reads those of others but not its own', () => {
  const [here, there] = [new TokenBuckets(() => 0), new TokenBuckets(() => 0)]
  const messages: string[] = []
  const one = new SharedCount(here, 'one', message => messages.push(message))
  const other = new SharedCount(there, 'other', () => {})
  for (let count = 0; count < 2500; count++) here.take([[`a${count}`, rate]])
  one.publish()
  one.publish()
  expect(messages).toHaveLength(3)
  for (const message of messages) {
    one.receive(message)
    other.receive(message)
  }
  for (const buckets of [here, there])
    expect([buckets.level('a0', rate).tokens, buckets.level('a2499', rate).tokens]).toEqual([2999, 2999])
  expect(there.drainCharges()).toEqual([])
})
