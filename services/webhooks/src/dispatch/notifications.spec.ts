// Everything that waits is found at once, by a notification, and not only by the periodic check: here that never comes.
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import { eventually } from '@lms/testing'
import { webhooksWorld } from '../testing/world.ts'
import { tickMs } from './dispatcher.ts'

describe('without the periodic check', () => {
  beforeAll(() => {
    const { setInterval } = globalThis
    jest
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((run: () => void, ms: number) =>
        setInterval(ms === tickMs ? () => {} : run, ms)) as typeof setInterval)
  })
  const world = webhooksWorld()
  afterAll(() => void jest.restoreAllMocks())

  const arrived = (many: number) =>
    eventually(`${many} deliveries`, () => world.receiver.received.length === many)
  const statuses = ({ caller }: { caller: { school: string } }) => world.facts.statuses(caller.school)

  test.each([false, true])(
    'events are sent to a channel that is not held, and to one that is (ordered: %s)',
    async ordered => {
      const subscription = await world.subscribe({ ordered })
      await subscription.emit({})
      await arrived(1)
      await subscription.emit({})
      await arrived(2)
    },
  )

  test('a delivery is sent again as soon as that is asked for', async () => {
    const subscription = await world.subscribe()
    world.receiver.answer = (_, response) => void response.writeHead(500).end()
    await subscription.emit({})
    const waiting = await eventually('the first attempt', async () => {
      const { data } = await subscription.deliveries.list({ query: { status: 'waiting_retry' } })
      return data[0]
    })
    world.receiver.answer = (_, response) => void response.end()
    await subscription.deliveries.retry({ body: { delivery_ids: [waiting.id] } })
    await arrived(2)
    await eventually('its end', async () => (await statuses(subscription)).delivered === 1)
  })

  test('what waits in a suspended school is sent as soon as the school is active', async () => {
    const subscription = await world.subscribe()
    const { school } = subscription.caller
    const become = async (status: 'active' | 'suspended') => {
      const about = JSON.stringify({ kind: 'school', status })
      await world.system.bus.js.publish(invalidationSubject(school, 'site'), about, { msgID: newId('evt') })
      const channelSql = 'select suspended from webhooks.channels where school_id = $1'
      await eventually(status, async () => {
        const [{ suspended }] = await world.facts.rows(channelSql, [school])
        return suspended === (status === 'suspended')
      })
    }
    await become('suspended')
    await subscription.emit({})
    await eventually('the journal', async () => (await statuses(subscription)).pending === 1)
    await become('active')
    await arrived(1)
  })
})
