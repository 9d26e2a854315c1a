// The readers that must have stored a message before it leaves its outbox.
import { readersOf } from './readers.ts'

const row = (id: string, type: string) => ({ position: 1, id, subject: `events.sch_1.${type}` })

interface Answer {
  reacts_to: string[]
  unhandled: string[]
  lost: string[]
}

function stage(services = ['commerce']) {
  const requests: string[][] = []
  const errors: string[] = []
  const state = { now: 0, kept: ['a', 'b', 'c', 'e'], away: new Set<string>() }
  const answers: Record<string, Answer> = {
    commerce: { reacts_to: ['order.paid'], unhandled: ['b'], lost: [] },
    users: { reacts_to: ['order.paid', 'user.created'], unhandled: [], lost: [] },
  }
  const client = (service: string) => ({
    messages: {
      confirm: async ({ body: { ids } }: { body: { ids: string[] } }) => {
        if (state.away.has(service)) throw new Error(`${service} is away`)
        return { kept: ids.filter(id => state.kept.includes(id)) }
      },
    },
    hostOperations: {
      unhandled: async ({ body }: { body: { events: { id: string }[] } }) => {
        const ids = body.events.map(({ id }) => id)
        requests.push(ids)
        if (state.away.has(service)) throw new Error(`${service} is away`)
        const { reacts_to, unhandled, lost } = answers[service]!
        const among = (some: string[]) => some.filter(id => ids.includes(id))
        return { reacts_to, unhandled: among(unhandled), lost: among(lost) }
      },
    },
  })
  const readerOf = readersOf(client as never, services, {
    onError: error => void errors.push((error as Error).message),
    now: () => state.now,
  })
  return { requests, errors, state, answers, readerOf, reader: readerOf('events.sch_1.order.paid')! }
}
const paid = (...ids: string[]) => ids.map(id => row(id, 'order.paid'))

test('an event is stored when it is in the journal and all reactions have processed it; until then it waits', async () => {
  const { reader } = stage()
  expect(await reader(paid('a', 'b', 'd'))).toEqual({ stored: ['a'], waiting: ['b'] })
})

test('an event that the bus does not bring to one of its reactions any more is missed', async () => {
  const { reader, answers } = stage(['commerce', 'users'])
  answers.commerce!.unhandled = ['a', 'b']
  answers.users = { ...answers.users!, unhandled: ['b', 'c'], lost: ['b'] }
  expect(await reader(paid('a', 'b', 'c'))).toEqual({ stored: [], waiting: ['a', 'c'] })
})

test('a service is asked about the types of its reactions, and not without such types', async () => {
  const { requests, reader } = stage()
  await reader([row('a', 'user.created')])
  await reader([row('a', 'user.created')])
  await reader([row('a', 'user.created'), row('c', 'order.paid')])
  expect(requests).toEqual([['a'], ['c']])
})

test('a service is asked about everything once a minute, because it may be another version', async () => {
  const { requests, state, reader } = stage()
  await reader([row('a', 'user.created')])
  state.now = 60_000
  await reader([row('a', 'user.created')])
  expect(requests).toEqual([['a'], ['a']])
})

test('while a service is unavailable events of its types wait, and others do not', async () => {
  const { errors, state, reader } = stage(['users', 'commerce'])
  await reader(paid('a'))
  state.away.add('users')
  const rows = [
    row('a', 'user.created'),
    row('e', 'lesson.opened'),
    row('c', 'order.paid'),
    row('d', 'order.paid'),
  ]
  for (state.now = 60_000; state.now < 180_000; state.now += 1000)
    expect(await reader(rows)).toEqual({ stored: ['e'], waiting: ['a', 'c'] })
  expect(new Set(errors)).toEqual(new Set(['users is away']))
})

test('while a service is unavailable whose types are not known everything in the journal waits', async () => {
  const { errors, state, reader } = stage()
  state.away.add('commerce')
  expect(await reader(paid('a', 'b', 'd'))).toEqual({ stored: [], waiting: ['a', 'b'] })
  expect(errors).toEqual(['commerce is away'])
})

test('an unavailable service is asked ever less often, and again when it answers', async () => {
  const { requests, errors, state, reader } = stage()
  state.away.add('commerce')
  for (state.now = 0; state.now < 600_000; state.now += 1000) await reader(paid('a'))
  expect(requests.length).toBeGreaterThan(10)
  expect(requests.length).toBeLessThan(30)
  expect(errors).toHaveLength(requests.length)
  state.away.clear()
  state.now += 60_000
  expect(await reader(paid('a'))).toEqual({ stored: ['a'], waiting: [] })
})

test('without the journal nothing is known', async () => {
  const { state, reader } = stage()
  state.away.add('webhooks')
  await expect(reader(paid('a'))).rejects.toThrow('away')
})

test('an audit record is stored when the service area has it; other messages have no reader', async () => {
  const { readerOf } = stage()
  const audit = readerOf('internal.sch_1.audit.users')!
  expect(await audit([row('a', 'x')])).toEqual({ stored: ['a'], waiting: [] })
  expect(readerOf('internal.sch_1.invalidate.users')).toBeNull()
})
