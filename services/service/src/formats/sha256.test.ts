import { createHash } from 'node:crypto'
import { randomBytes } from '@lms/testing'
import { Sha256 } from './sha256.ts'

test('a hash that is computed in steps is that of the whole', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 1000, 100_000]) {
    const bytes = randomBytes(size)
    let state: string | null = null
    for (let at = 0; at < size; at += 777) {
      const hash: Sha256 = new Sha256(state)
      hash.add(bytes.subarray(at, at + 777))
      state = hash.state
    }
    expect(new Sha256(state).end()).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})
