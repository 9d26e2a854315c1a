// What a writer of the journal does about its lease. The tests hold its renewals, which then answer as they say.
import { setTimeout as pause } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { DatabaseUnavailable, type Lease } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { webhooksWorld } from '../testing/world.ts'

describe('the lease of the journal', () => {
  const world = webhooksWorld()
  afterEach(() => void jest.restoreAllMocks())

  type Renew = () => Promise<Lease | null>
  const runtimeOf = () => world.system.services.webhooks!.runtime
  const entered = ({ caller }: { caller: { school: string } }) => world.facts.sequences(caller.school)

  /** Answers renewals with `answer`; gives the number of them. */
  function onRenewal(answer: (renew: Renew, count: number) => Promise<Lease | null>): () => number {
    let count = 0
    const { leases } = runtimeOf()
    const acquire = leases.acquire.bind(leases)
    jest.spyOn(leases, 'acquire').mockImplementation((name, seconds) => {
      const renew = () => acquire(name, seconds)
      return name === 'journal' ? answer(renew, ++count) : renew()
    })
    return () => count
  }

  /** What the writer does from here on: how often it begins to read the stream, and its warnings. */
  function watched() {
    const { bus, log } = runtimeOf()
    const readers = jest.spyOn(bus.js.consumers, 'get')
    const warnings = jest.spyOn(log, 'warn')
    return {
      readings: () => readers.mock.calls.filter(([stream]) => stream === 'EVENTS').length,
      warnings: () =>
        warnings.mock.calls
          .map(([, text]) => text)
          .filter(text => /^the (lease of the )?journal (failed|was not)/.test(String(text))),
    }
  }

  test('is waited for while it is being renewed: overlapping batches could keep it waiting', async () => {
    const subscription = await world.subscribe()
    const { promise, resolve } = Promise.withResolvers<void>()
    const renewals = onRenewal(renew => promise.then(renew))
    await eventually('a renewal', () => renewals() > 0)
    await subscription.emit({})
    // More than the journal takes otherwise.
    await pause(100)
    expect(await entered(subscription)).toEqual([])
    resolve()
    await eventually('the event', async () => (await entered(subscription)).length === 1)
  })

  const answers: [string, Renew, warned: string[]][] = [
    ['that another has it', async () => null, []],
    ['that it was lost in between', async () => ({ fence: -1 }), []],
    ['that the database cannot be reached', () => Promise.reject(new DatabaseUnavailable('reset')), []],
    [
      'with another error',
      () => Promise.reject(new Error('unexpected')),
      ['the lease of the journal was not renewed'],
    ],
  ]
  test.each(answers)(
    'a renewal that answers %s ends the reading, and the next one begins',
    async (...parameters) => {
      const [, answer, warned] = parameters
      const subscription = await world.subscribe()
      const { readings, warnings } = watched()
      onRenewal((renew, count) => (count === 1 ? answer() : renew()))
      await eventually('the next reading', () => readings() > 0)
      await subscription.emit({})
      await eventually('the event', async () => (await entered(subscription)).length === 1)
      expect(warnings()).toEqual(warned)
    },
  )

  test('lost between two batches ends the reading without a warning', async () => {
    const subscription = await world.subscribe()
    const { readings, warnings } = watched()
    await world.facts.rows(
      `update webhooks.leases set holder = 'another', fence = fence + 1, expires_at = now() where name = 'journal'`,
    )
    await subscription.emit({})
    await eventually('the event', async () => (await entered(subscription)).length === 1)
    expect(readings()).toBeGreaterThan(0)
    expect(warnings()).toEqual([])
  })
})
