// Which channels a replica claims, loads and feeds, and when.
import { claimed, due, holding, seconds, settled, stage, stopTime, target } from '../testing/dispatching.ts'

stopTime()

describe('claims', () => {
  test('begin at the start; claimed channels are loaded and fed', async () => {
    const {
      store,
      feed,
      sends,
      held: heldPartitions,
      start,
    } = stage([[claimed('whk_1', { failures: 8 }), claimed('whk_2')]])
    await start()
    expect(store.claim).toHaveBeenCalledTimes(1)
    expect(store.claim.mock.calls[0]).toEqual([new Date(), { most: 100, except: [], ended: true }])
    expect(store.load).toHaveBeenCalledTimes(1)
    expect(feed).toHaveBeenCalledTimes(1)
    const [failing, other] = heldPartitions()
    expect([failing!.key.webhook, other!.key.webhook]).toEqual(['whk_1', 'whk_2'])
    expect([failing!.bound, other!.bound]).toEqual([1, 8])
    expect(other!.leasedUntil).toBe(performance.now() + 15_000)
    expect(other!.loaded).toBe(true)
    // They want deliveries, so they are looked at.
    expect(sends.pump.mock.calls.map(([channel]) => channel)).toEqual([failing, other])
  })

  test('go on while there are as many channels as one claim takes', async () => {
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, index) => claimed(`whk_${from + index}`, { number: from + index }))
    const { store, held: heldPartitions, start } = stage([many(0), many(100), many(200).slice(0, 50)])
    await start()
    expect(store.claim.mock.calls.map(([, { except }]) => except.length)).toEqual([0, 100, 200])
    expect(heldPartitions()).toHaveLength(250)
  })

  test('take no more than there is room for, and none without room: then channels end their turns', async () => {
    const {
      store,
      held: heldPartitions,
      start,
    } = stage([[claimed('whk_1'), claimed('whk_2')], [claimed('whk_3')]], {
      channels: 3,
    })
    await start()
    await seconds(0.5)
    expect(store.claim.mock.calls.map(([, { most }]) => most)).toEqual([3, 1])
    const channels = heldPartitions()
    for (const channel of channels) channel.unlogged.add('a running one')
    await seconds(9.5)
    expect(store.claim).toHaveBeenCalledTimes(2)
    expect(channels.map(({ leaving }) => leaving)).toEqual([false, false, false])
    await seconds(0.5)
    expect(channels.map(({ leaving }) => leaving)).toEqual([true, true, false])
    await seconds(0.5)
    expect(channels.map(({ leaving }) => leaving)).toEqual([true, true, true])
  })

  test('are repeated with every tick, and by a notification or a change for a channel that is not held', async () => {
    const { store, notify, changed, start, feed } = stage()
    await start()
    await notify('due', 'whk_1')
    await notify('events', 'whk_2')
    await changed('webhook', 'whk_3')
    expect(store.claim).toHaveBeenCalledTimes(4)
    expect(feed).toHaveBeenCalledTimes(2)
    await changed('course', 'whk_3')
    expect(store.claim).toHaveBeenCalledTimes(4)
    await seconds(1)
    expect(store.claim).toHaveBeenCalledTimes(6)
  })

  test('leave expired leases alone until five seconds after an outage', async () => {
    const { store, start, warn } = stage()
    store.claim.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
    await start()
    await seconds(0.5)
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(
      Array(2).fill('claiming channels failed and will be repeated'),
    )
    await seconds(6)
    const ended = store.claim.mock.calls.map(([, one]) => one.ended)
    // The first one that succeeds comes after a second.
    expect(ended.slice(0, 13)).toEqual([true, ...Array(12).fill(false)])
    expect(ended.slice(13)).toEqual([true])
  })
})

describe('a held channel', () => {
  test('looks again when it is notified: for events alone, or for all', async () => {
    const { channel, notify, feed, store } = await holding()
    await notify('events', 'whk_1')
    expect([channel.moreDue, channel.moreEvents]).toEqual([false, true])
    channel.moreEvents = false
    await notify('due', 'whk_1')
    expect([channel.moreDue, channel.moreEvents]).toEqual([true, true])
    expect(feed).toHaveBeenCalledTimes(2)
    expect(store.claim).not.toHaveBeenCalled()
  })

  test('looks again and sends with every tick, although nothing notified it', async () => {
    const { channel, sends, expire } = await holding()
    await seconds(0.5)
    expect([channel.moreDue, channel.moreEvents]).toEqual([true, true])
    expect(sends.pump.mock.calls).toEqual([[channel]])
    expect(expire).toHaveBeenCalledWith(performance.now())
  })

  test('is renewed and looked at by a notification of all', async () => {
    const { channel, notify, store, sends } = await holding()
    await notify('due')
    expect(store.renew.mock.calls).toEqual([[[channel]]])
    expect(sends.pump.mock.calls).toEqual([[channel]])
  })

  test('ignores errors of its subscriptions', async () => {
    const { channel, tell, feed } = await holding()
    await tell('webhooks.due', 'whk_1', new Error('permission'))
    await tell('*', '{"kind":"webhook","id":"whk_1"}', new Error('permission'))
    expect([channel.moreDue, channel.loaded]).toEqual([false, true])
    expect(feed).not.toHaveBeenCalled()
  })

  test('is loaded again when its subscription changes, with its progress as it was', async () => {
    const { channel, changed, store, kept: storedProgress, targets } = await holding()
    const { progress } = channel
    storedProgress.set('whk_1', { sequence: 99, done: [], moves: 3 })
    targets.set('whk_1', target({ version: 2 }))
    await changed('webhook', 'whk_1')
    expect(store.load.mock.calls).toEqual([[[channel]]])
    expect(channel.target!.version).toBe(2)
    expect(channel.progress).toBe(progress)
    expect(store.claim).toHaveBeenCalledTimes(1)
  })

  test('begins at its stored progress', async () => {
    const {
      kept: storedProgress,
      held: heldPartitions,
      start,
    } = stage([[claimed('whk_1'), claimed('whk_2')]])
    storedProgress.set('whk_1', { sequence: 99, done: [], moves: 3 })
    await start()
    expect(heldPartitions().map(({ progress }) => [progress!.looked, progress!.moves])).toEqual([
      [99, 3],
      [0, 0],
    ])
  })

  test('leaves when its subscription is switched off, and ends what waits when that is deleted', async () => {
    const {
      targets,
      gone: deleted,
      held: heldPartitions,
      start,
    } = stage([[claimed('whk_1'), claimed('whk_2'), claimed('whk_3')]])
    targets.set('whk_1', target({ active: false }))
    deleted.add('whk_2')
    await start()
    expect(heldPartitions().map(({ leaving, ends }) => [leaving, ends])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })

  test('rests for a minute if its secrets cannot be read, which is reported', async () => {
    const {
      targets,
      held: heldPartitions,
      start,
      error,
      store,
      warn,
    } = stage([[claimed('whk_1'), claimed('whk_2')]])
    const unreadable = new Error('unreadable')
    targets.set('whk_1', unreadable)
    await start()
    const [channel, other] = heldPartitions()
    expect([channel!.loaded, other!.loaded]).toEqual([false, true])
    expect(error.mock.calls).toEqual([
      [
        { err: unreadable, school: 'sch_a', webhook: 'whk_1' },
        expect.stringContaining('LMS_SECRET_KEYS cannot decrypt'),
      ],
    ])
    targets.delete('whk_1')
    other!.take(due('dlv'))
    await seconds(60)
    expect(store.load).toHaveBeenCalledTimes(1)
    await seconds(0.5)
    expect(store.load.mock.calls[1]).toEqual([[channel]])
    expect(channel!.loaded).toBe(true)
    expect(warn).not.toHaveBeenCalled()
  })

  test('whose load fails is loaded with the next tick', async () => {
    const { store, start, warn, feed } = stage([[claimed('whk_1')]])
    store.load.mockRejectedValueOnce(new Error('for once'))
    await start()
    expect(warn.mock.calls.map(([, text]) => text)).toEqual([
      'reading deliveries failed and will be repeated',
    ])
    expect(feed).not.toHaveBeenCalled()
    await seconds(0.5)
    expect(store.load).toHaveBeenCalledTimes(2)
    expect(feed).toHaveBeenCalled()
  })

  test('that changes while it is fed is loaded at once', async () => {
    const { channel, notify, feed, store } = await holding()
    feed.mockImplementationOnce(async () => channel.reload())
    await notify('due', 'whk_1')
    expect(store.load.mock.calls).toEqual([[[channel]]])
    expect(feed).toHaveBeenCalledTimes(2)
  })

  test('is looked at after feeding only if it has something to send or wants more', async () => {
    const { channel, notify, feed, sends } = await holding()
    feed.mockImplementation(async () => {
      channel.moreDue = false
      channel.moreEvents = false
    })
    await notify('events', 'whk_1')
    expect(sends.pump).not.toHaveBeenCalled()
    channel.take(due('dlv'))
    await notify('events', 'whk_1')
    expect(sends.pump.mock.calls).toEqual([[channel]])
  })

  test('feeds when its sends ask for it, and is forgotten when they lose it', async () => {
    const { channel, holder, feed, held: heldPartitions, notify } = await holding()
    holder.feed()
    await settled()
    expect(heldPartitions()).toEqual([channel])
    holder.lose(channel)
    expect(channel.lost).toBe(true)
    await notify('due', 'whk_1')
    expect(feed.mock.calls.at(-1)).toEqual([[]])
  })

  test('that was claimed anew is not forgotten with the lost one', async () => {
    const { channel, holder, store, held: heldPartitions } = await holding()
    holder.lose(channel)
    store.claim.mockResolvedValueOnce([claimed('whk_1', { fence: 9 })])
    await seconds(0.5)
    const [anew] = heldPartitions()
    holder.lose(channel)
    await seconds(0.5)
    expect(store.claim.mock.calls.at(-1)![1].except).toEqual(['whk_1'])
    expect(anew!.lost).toBe(false)
  })

  test('that another replica lost meanwhile, and that is claimed anew, is lost in its first lease', async () => {
    const { channel, store, held: heldPartitions, notify } = await holding()
    store.claim.mockResolvedValueOnce([claimed('whk_1', { fence: 9 })])
    await seconds(0.5)
    await notify('due', 'whk_1')
    expect(channel.lost).toBe(true)
    expect(heldPartitions().map(({ key, lost }) => [key.fence, lost])).toEqual([[9, false]])
  })
})
