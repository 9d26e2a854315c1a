import { join } from 'node:path'
import { type Cost, noCost } from '@lms/contract'
import { auditSubject, connectBus, invalidationSubject, spentSubject } from '@lms/events'
import { type LocalNats, startNats } from '@lms/local'
import { eventually, scratchFolder } from '@lms/testing'
import { type Change, type Feed, startFeed } from './feed.ts'

// A server that asks for none takes any.
const credential = { user: 'test', password: '' }

describe('the feed of changes', () => {
  const folder = scratchFolder()
  const storeDir = join(folder.path, 'nats')
  let nats: LocalNats
  let feed: Feed
  let changes: [string, Change][]
  let spent: [string, Cost][]
  let heard: string[]
  let gaps: number
  beforeEach(async () => {
    nats = await startNats({ storeDir })
    changes = []
    spent = []
    heard = []
    gaps = 0
    feed = startFeed({
      url: nats.url,
      password: '',
      replicas: 1,
      onChange: (school, change) => changes.push([school, change]),
      onSpent: (school, cost) => void spent.push([school, cost]),
      onPeer: message => void heard.push(message),
      onGap: () => gaps++,
      onReturn: () => {},
      onError: () => {},
    })
  })
  afterEach(async () => {
    await feed.stop()
    await nats.stop()
  })
  afterAll(() => folder.remove())

  const alive = () => eventually('the feed to be live', () => feed.live())
  /** Publishes changes over a connection of its own, and waits until the stream has them. */
  async function emit(...ids: string[]) {
    const bus = await connectBus({ url: nats.url, credential })
    for (const id of ids)
      await bus.js.publish(invalidationSubject('sch_1', 'users'), JSON.stringify({ kind: 'key', id }))
    await bus.js.publish(auditSubject('sch_1', 'users'), '{}')
    await bus.close()
  }

  test('delivers every change published after its start, in order, and no other message', async () => {
    // Of two programs that create the streams at once, the second sees them a moment before they accept messages.
    await alive()
    await emit('before')
    await feed.stop()
    feed = startFeed({
      url: nats.url,
      password: '',
      replicas: 1,
      onChange: (school, change) => changes.push([school, change]),
      onSpent: (school, cost) => void spent.push([school, cost]),
      onPeer: message => void heard.push(message),
      onGap: () => gaps++,
      onReturn: () => {},
      onError: () => {},
    })
    changes = []
    await alive()
    await emit('a', 'b')
    await eventually('both changes', () => changes.length >= 2)
    expect(changes).toEqual([
      ['sch_1', { kind: 'key', id: 'a' }],
      ['sch_1', { kind: 'key', id: 'b' }],
    ])
  })

  test('reports that nothing arrives, and catches up on changes published meanwhile', async () => {
    await alive()
    expect(gaps).toBe(1)
    await emit('a')
    await eventually('the change', () => changes.length === 1)
    const { port } = nats
    nats.kill('SIGKILL')
    await eventually('silence', () => !feed.live())
    await nats.exited
    nats = await startNats({ storeDir, port })
    await emit('b', 'c')
    await alive()
    // Live means caught up.
    expect(changes.map(([, { id }]) => id)).toEqual(['a', 'b', 'c'])
    expect(gaps).toBe(1)
  })

  test('does not trust earlier values when the server hangs', async () => {
    await alive()
    nats.kill('SIGSTOP')
    await eventually('silence', () => !feed.live())
    nats.kill('SIGCONT')
    await alive()
  })

  test('an unreadable message still means that something changed', async () => {
    await alive()
    const bus = await connectBus({ url: nats.url, credential })
    await bus.js.publish(invalidationSubject('sch_1', 'users'), 'no json')
    await bus.close()
    await eventually('the change', () => changes.length === 1)
    expect(changes).toEqual([['sch_1', { kind: 'unknown' }]])
  })

  test('delivers the usage of schools from every service', async () => {
    await alive()
    const bus = await connectBus({ url: nats.url, credential })
    const [one, other] = [
      { ...noCost, event: 3 },
      { ...noCost, task: 2 },
    ]
    bus.nats.publish(spentSubject('users'), JSON.stringify({ sch_1: one, sch_2: other }))
    bus.nats.publish(spentSubject('commerce'), JSON.stringify({ sch_1: other }))
    await bus.close()
    await eventually('all of it', () => spent.length === 3)
    expect(spent).toEqual([
      ['sch_1', one],
      ['sch_2', other],
      ['sch_1', other],
    ])
  })

  test("delivers a gateway's message to all gateways, and drops messages of an unavailable bus", async () => {
    await alive()
    feed.notifyPeers('first')
    await eventually('the first', () => heard.length === 1)
    const { port } = nats
    nats.kill('SIGKILL')
    await nats.exited
    await eventually('the loss to be felt', () => !feed.live())
    feed.notifyPeers('lost')
    nats = await startNats({ storeDir, port })
    await alive()
    feed.notifyPeers('second')
    await eventually('the second', () => heard.includes('second'))
    expect(heard).toEqual(['first', 'second'])
  })

  test('stops even if there was never a server', async () => {
    const lonely = startFeed({
      url: 'nats://127.0.0.1:1',
      password: '',
      replicas: 1,
      onChange: () => {},
      onSpent: () => {},
      onPeer: message => void heard.push(message),
      onGap: () => {},
      onReturn: () => {},
      onError: () => {},
    })
    expect(lonely.live()).toBe(false)
    await lonely.stop()
  })
})
