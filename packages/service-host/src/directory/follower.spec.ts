// How a service reads another one's changes while many requests wait for them.
import { contract } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { defineService, migration, PeopleDirectory, peopleSql } from '../index.ts'
import { type ChangesPage, Follower } from './follower.ts'

const readers = defineService({ people: PeopleDirectory }).build({
  contract: contract({ service: 'readers', area: 'Readers', resources: {} }),
  migrations: async () => [migration('001-people', peopleSql('readers'))],
  keepsPeople: true,
})

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [readers] })
})
afterAll(() => system.stop())

/** A follower of a school in which something has changed whenever it is asked. `ask` answers when it is let. */
function follower(ask: () => Promise<void>) {
  const { runtime: own } = system.services.readers!
  const serviceAddresses = { ...own.config.serviceAddresses, users: 'http://127.0.0.1:1' }
  const runtime = { ...own, config: { ...own.config, serviceAddresses } }
  let pages = 0
  const stored: number[] = []
  const instance = new Follower<number>(runtime, {
    of: 'changes',
    service: 'users',
    progress: 'group_people_progress',
    freshMs: 1000,
    unavailableMs: 0,
    ask: async (): Promise<ChangesPage<number>> => {
      const page = ++pages
      await ask()
      return { snapshot: `${page}`, lost: false, changes: [page], next: null }
    },
    keep: changes => void stored.push(...changes),
  })
  const { school } = system.caller()
  return {
    refresh: () => instance.refresh(school, 'req_1', { anew: true }),
    stored,
    asked: () => pages,
  }
}

test('requests that come together share a reading, which began after they came', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { refresh, asked: countPages, stored } = follower(() => gates[countPages() - 1]!.promise)
  const first = refresh()
  await untilAsked(countPages)
  const others = Array.from({ length: 40 }, refresh)
  gates[0]!.resolve()
  await first
  expect(stored).toEqual([1])
  gates[1]!.resolve()
  await Promise.all(others)
  expect(stored).toEqual([1, 2])
})

test('a reading that fails leaves the next one to those who wait', async () => {
  const gate = Promise.withResolvers<void>()
  const {
    refresh,
    asked: countPages,
    stored,
  } = follower(() => (countPages() === 1 ? gate.promise : Promise.resolve()))
  const first = refresh()
  await untilAsked(countPages)
  const second = refresh()
  gate.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await second
  expect(stored).toEqual([2])
})

async function untilAsked(countPages: () => number) {
  while (countPages() === 0) await new Promise(setImmediate)
}
