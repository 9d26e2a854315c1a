// The directory of people that the host gives a service: made by `peopleSql`, filled by questions, and told by events who is
// gone.
import { contract, type Id, newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import {
  busUseOf,
  defineService,
  inSchool,
  migration,
  PeopleDirectory,
  peopleSql,
  type UnitOfWork,
} from '../index.ts'

/** The moves and erasures, in order. */
const seen: string[] = []

const builder = defineService({ people: PeopleDirectory })
const guests = builder.build({
  contract: contract({ service: 'guests', area: 'Guests', resources: {} }),
  migrations: async () => [migration('001-people', peopleSql('guests'))],
  keepsPeople: true,
  personalData: [
    builder.personalData({
      what: 'visits',
      columns: [],
      on_merge: 'they move',
      needs: null,
      erased: 'names',
      kept: null,
      why: null,
      count: async () => 0,
      items: async () => [],
      move: ({ from, into, erased }) => void seen.push(`${from} to ${into}${erased ? ', erased' : ''}`),
      erase: userId => void seen.push(`${userId} erased`),
    }),
  ],
})

/** The people of the users service in place here, and whom it was asked about. */
const present = new Set<string>()
const asked: string[] = []
const users = defineService({}).build({
  contract: contract({
    ...{ service: 'users', area: 'Users', resources: {}, events: [] },
    references: { owns: ['usr'] },
  }),
  migrations: async () => [],
  resources: [],
  objects: {
    usr: async ids => {
      asked.push(...ids)
      return ids.filter(id => present.has(id)).map(id => ({ id, status: 'active' }))
    },
  },
})

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [users, guests] })
})
afterAll(() => system.stop())

function school() {
  const { school: id } = system.caller()
  const runtime = () => system.services.guests!.runtime
  const within = <T>(act: (people: PeopleDirectory, work: UnitOfWork) => Promise<T> | T) =>
    inSchool(id, runtime(), async ({ work }) => act(new PeopleDirectory(work), work))
  /** Publishes an event of a person, and waits until the service has processed it. */
  const receive = async (type: string, user_id: string, related: Record<string, string> = {}) => {
    const event = newId('evt')
    const body = { id: event, type, data: { object: { id: user_id } }, related: { user_id, ...related } }
    await system.bus.js.publish(eventSubject(id, type), JSON.stringify(body), { msgID: event })
    await eventually('the reaction', () =>
      within(async (_, work) => {
        const { rows } = await work.read(
          `select 1 from guests.inbox where school_id = $1 and event_id = $2 and consumer like '%user-%'`,
          [id, event],
        )
        return rows.length > 0
      }),
    )
  }
  const exists = (userId: string) => within(people => people.exists(userId, runtime()))
  const lockShared = (userId: string) => within(people => people.lockShared(userId))
  return { within, receive, exists, lockShared }
}

test('a service hears of no new person: it asks once about one whom it does not know, and then knows them', async () => {
  expect(busUseOf(guests).consumes.map(({ subject }) => subject)).not.toContain('events.*.user.created')
  const { exists } = school()
  const [ann, bob] = [newId('usr'), newId('usr')]
  present.add(ann)
  asked.splice(0)
  expect([await exists(ann), await exists(ann), await exists(bob)]).toEqual([true, true, false])
  expect(asked).toEqual([ann, bob])
})

test('who is gone stays so, whatever the users service says of them later', async () => {
  const { receive, exists } = school()
  const [ann, bob] = [newId('usr'), newId('usr')]
  for (const id of [ann, bob]) present.add(id)
  expect(await exists(ann)).toBe(true)
  for (const id of [ann, bob]) await receive('user.deleted', id)
  asked.splice(0)
  expect([await exists(ann), await exists(bob)]).toEqual([false, false])
  expect(asked).toEqual([])
})

test('while the users service is away whom it knows exists, and of others it says that it cannot tell yet', async () => {
  const { exists } = school()
  const [ann, bob] = [newId('usr'), newId('usr')]
  for (const id of [ann, bob]) present.add(id)
  expect(await exists(ann)).toBe(true)
  const { config } = system.services.guests!.runtime
  const address = config.serviceAddresses.users
  Object.assign(config.serviceAddresses, { users: 'http://127.0.0.1:1' })
  try {
    expect(await exists(ann)).toBe(true)
    await expect(exists(bob)).rejects.toMatchObject({ refusal: { status: 503, reason: 'unavailable' } })
  } finally {
    Object.assign(config.serviceAddresses, { users: address })
  }
  expect(await exists(bob)).toBe(true)
})

test('people who are noted together enter together, and those who are gone stay so', async () => {
  const { receive, within, exists } = school()
  const [ann, bob, eve] = [newId('usr'), newId('usr'), newId('usr')]
  await receive('user.deleted', bob)
  await within(people => people.note([eve, ann, bob, ann], false))
  expect([await exists(ann), await exists(bob), await exists(eve)]).toEqual([true, false, true])
})

test('nothing is written for a person who is gone', async () => {
  const { receive, lockShared } = school()
  const ann = newId('usr')
  await lockShared(ann)
  await receive('user.deleted', ann)
  await expect(lockShared(ann)).rejects.toMatchObject({ constraint: 'guests_person_here' })
})

test('who asks and has just left is refused as their next request is', async () => {
  const { receive, within } = school()
  const [ann, bob] = [newId('usr'), newId('usr')]
  await receive('user.deleted', bob)
  const asks = (user: Id<'usr'> | null, onBehalf = false) =>
    within(people => people.holdCaller({ user, onBehalf }))
  for (const user of [ann, null]) await asks(user)
  await expect(asks(bob)).rejects.toMatchObject({ refusal: { status: 401, reason: 'credential_invalid' } })
  await expect(asks(bob, true)).rejects.toMatchObject({ refusal: { reason: 'on_behalf_of_refused' } })
})

test('of many people those are held who are here, and an erasure waits for the end', async () => {
  const { receive, within } = school()
  const [ann, bob, eve] = [newId('usr'), newId('usr'), newId('usr')]
  await receive('user.deleted', bob)
  const order: string[] = []
  const leaving = await within(async people => {
    // Nobody has told of Eve: whoever holds people has asked before who exists.
    expect(await people.holdAll([eve, bob, ann, ann])).toEqual(new Set([ann, eve]))
    expect(await people.holdAll([ann])).toEqual(new Set([ann]))
    const removal = within(others => others.lockExclusive(ann)).then(() => order.push('left'))
    await eventually('the erasure to wait', async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
      return (await asOwner(system.ownerUrl, client => client.query(waiting))).rows.length > 0
    })
    order.push('held')
    return { left: removal }
  })
  await leaving.left
  expect(order).toEqual(['held', 'left'])
})

test('data of a duplicate move to the last of a chain of merges, in any order of events', async () => {
  const { receive, within } = school()
  const [ann, twin, third] = [newId('usr'), newId('usr'), newId('usr')]
  await receive('user.merged', ann, { merged_user_id: twin })
  await receive('user.merged', twin, { merged_user_id: third })
  expect(seen.splice(0)).toEqual([`${twin} to ${ann}`, `${third} to ${ann}`])
  const become = (id: Id<'usr'>) => within(people => people.become(id))
  expect(await become(third)).toBe(ann)
  expect(await become(ann)).toBe(ann)
})

test('data that a merge moves to a person after the event of their erasure are erased, too', async () => {
  const { receive, exists } = school()
  const [ann, twin] = [newId('usr'), newId('usr')]
  await receive('user.anonymized', ann)
  await receive('user.merged', ann, { merged_user_id: twin })
  expect(seen.splice(0)).toEqual([`${ann} erased`, `${twin} to ${ann}, erased`])
  expect(await exists(ann)).toBe(false)
})

test('another school knows no person of this one', async () => {
  const [here, there] = [school(), school()]
  const ann = newId('usr')
  await here.receive('user.deleted', ann)
  await there.lockShared(ann)
  expect(await here.exists(ann)).toBe(false)
})
