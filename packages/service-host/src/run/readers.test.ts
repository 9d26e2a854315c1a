// The readers that must have stored a message before it leaves its outbox.
import { readersOf } from './outbox.ts'

const row = (id: string, type: string) => ({ position: 1, id, subject: `events.sch_1.${type}` })

function stage() {
  const asked: string[][] = []
  const state = { kept: ['a', 'b', 'c'], unhandled: ['b'], away: false }
  const sibling = (service: string) => ({
    messages: { confirm: async () => ({ kept: state.kept }) },
    hostOperations: {
      unhandled: async ({ body }: { body: { events: { id: string }[] } }) => {
        if (state.away) throw new Error(`${service} is away`)
        asked.push(body.events.map(({ id }) => id))
        return { reacts_to: ['order.paid'], unhandled: state.unhandled }
      },
    },
  })
  return { asked, state, readerOf: readersOf(sibling as never, ['commerce']) }
}

test('an event is stored when it is in the journal and all reactions have processed it', async () => {
  const { readerOf } = stage()
  const kept = await readerOf('events.sch_1.order.paid')!([
    row('a', 'order.paid'),
    row('b', 'order.paid'),
    row('d', 'order.paid'),
  ])
  expect(kept.sort()).toEqual(['a', 'c'])
})

test('a service is asked about the types of its reactions, and not without such types', async () => {
  const { asked, readerOf } = stage()
  const reader = readerOf('events.sch_1.order.paid')!
  await reader([row('a', 'user.created')])
  await reader([row('a', 'user.created')])
  await reader([row('a', 'user.created'), row('c', 'order.paid')])
  expect(asked).toEqual([['a'], ['c']])
})

test('while a reacting service is unavailable no event leaves', async () => {
  const { state, readerOf } = stage()
  state.away = true
  await expect(readerOf('events.sch_1.order.paid')!([row('a', 'order.paid')])).rejects.toThrow('away')
})
