import { Lane } from './lane.ts'

const lane = () =>
  new Lane(
    { school: 'a', webhook: 'b', fence: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )

describe('how many sends of a lane run at a time', () => {
  test.each([
    ['a brief one', 40, true, 8],
    ['one that takes two seconds', 2000, true, 8],
    ['one that takes four seconds', 4000, true, 4],
    ['one that takes all of its ten seconds and then says yes', 9900, true, 1],
    ['one that is never answered', 10_000, false, 1],
    ['one that fails at once', 1, false, 1],
  ])('%s', (_, slotMs, ok, bound) => {
    const some = lane()
    for (let send = 0; send < 50; send++) some.ended(ok, slotMs)
    expect(some.bound).toBe(bound)
  })

  test('one success among failures keeps all of them', () => {
    const some = lane()
    for (const ok of [false, false, false, true, false, false, false, false, false, false, false])
      some.ended(ok, 1)
    expect(some.bound).toBe(8)
    some.ended(false, 1)
    expect(some.bound).toBe(1)
  })

  test('brief sends bring back what long ones took', () => {
    const some = lane()
    for (let send = 0; send < 50; send++) some.ended(true, 10_000)
    for (let send = 0; send < 50; send++) some.ended(true, 10)
    expect(some.bound).toBe(8)
  })
})
