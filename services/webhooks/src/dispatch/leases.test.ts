// Which channels a replica keeps and releases, and when.
import { jest } from '@jest/globals'
import { claimed, due, holding, seconds, settled, stage, stopTime } from '../testing/dispatching.ts'
import type { Claimed } from './delivery-queue.store.ts'

stopTime()

describe('leases', () => {
  test('are renewed every five seconds, for all channels', async () => {
    const { channel, store } = await holding()
    channel.take(due('dlv'))
    await seconds(4.9)
    expect(store.renew).not.toHaveBeenCalled()
    await seconds(0.1)
    expect(store.renew.mock.calls).toEqual([[[channel]]])
    expect(channel.leasedUntil).toBe(performance.now() + 15_000)
  })

  test('that have ended here are renewed with the next tick', async () => {
    const { channel, store } = await holding()
    channel.take(due('dlv'))
    channel.leasedUntil = performance.now() + 400
    await seconds(0.5)
    expect(store.renew).toHaveBeenCalledTimes(1)
    await seconds(0.5)
    expect(store.renew).toHaveBeenCalledTimes(1)
  })

  test('cost no query while there are no channels', async () => {
    const { store, start } = stage()
    await start()
    await seconds(20)
    expect(store.renew).not.toHaveBeenCalled()
    expect(store.giveBack).not.toHaveBeenCalled()
  })

  test('that others have end the channel here', async () => {
    const { channel, store } = await holding()
    channel.take(due('dlv'))
    store.renew.mockResolvedValueOnce(new Map())
    await seconds(5)
    expect([channel.lost, channel.queue, channel.busy]).toEqual([true, [], false])
    await seconds(5)
    expect(store.giveBack).not.toHaveBeenCalled()
    expect(store.renew).toHaveBeenCalledTimes(1)
  })

  test('of channels that may not send are given up; those of a changed subscription load it', async () => {
    const {
      store,
      start,
      held: heldPartitions,
    } = stage([['whk_1', 'whk_2', 'whk_3', 'whk_4'].map(id => claimed(id))])
    await start()
    const [closed, changed, same, unloaded] = heldPartitions()
    for (const channel of heldPartitions()) channel.unlogged.add('a running one')
    unloaded!.loaded = false
    unloaded!.sleepsUntil = Number.POSITIVE_INFINITY
    store.load.mockClear()
    store.renew.mockResolvedValueOnce(
      new Map([
        ['whk_1', { open: false, version: 1 }],
        ['whk_2', { open: true, version: 2 }],
        ['whk_3', { open: true, version: 1 }],
        ['whk_4', { open: true, version: 2 }],
      ]),
    )
    await seconds(5)
    expect([closed, changed, same].map(channel => channel!.leaving)).toEqual([true, false, false])
    expect(store.load.mock.calls).toEqual([[[changed]]])
  })

  test('of a deleted subscription load nothing again', async () => {
    const { store, start, gone: deleted, held: heldPartitions } = stage([[claimed('whk_1')]])
    deleted.add('whk_1')
    await start()
    heldPartitions()[0]!.unlogged.add('a running one')
    store.renew.mockResolvedValue(new Map([['whk_1', { open: true, version: null }]]))
    await seconds(5)
    expect(store.load).toHaveBeenCalledTimes(1)
  })
})

describe('channels are released', () => {
  test('after a second without work, and claims follow', async () => {
    const { channel, store } = await holding()
    await seconds(1)
    expect(store.giveBack).not.toHaveBeenCalled()
    await seconds(0.5)
    expect(store.giveBack.mock.calls).toEqual([[[channel], new Date()]])
    expect(channel.lost).toBe(true)
    // With each tick, and after the release.
    expect(store.claim).toHaveBeenCalledTimes(4)
  })

  test('not while a delivery runs or is not logged', async () => {
    const { channel, store } = await holding()
    channel.unlogged.add('a running one')
    channel.leave()
    await seconds(3)
    expect(store.giveBack).not.toHaveBeenCalled()
    channel.unlogged.clear()
    await seconds(0.5)
    expect(store.giveBack).toHaveBeenCalledTimes(1)
  })

  test('when they could progress and have not for fifteen seconds', async () => {
    const { channel, store } = await holding()
    channel.take(due('dlv'))
    await seconds(14.5)
    expect(channel.leaving).toBe(false)
    await seconds(0.5)
    expect(channel.leaving).toBe(true)
    expect(store.giveBack.mock.calls).toEqual([[[channel], new Date()]])
  })

  test('at the end, also those whose claim was running when it came', async () => {
    const { dispatcher, store, start, feed } = stage()
    const { promise, resolve } = Promise.withResolvers<Claimed[]>()
    store.claim.mockReturnValueOnce(promise)
    await start()
    const stopped = dispatcher.stop()
    await settled()
    expect(store.giveBack).not.toHaveBeenCalled()
    resolve([claimed('whk_1')])
    await stopped
    expect(store.giveBack.mock.calls.map(([channels]) => channels.map(({ key }) => key.webhook))).toEqual([
      ['whk_1'],
    ])
    expect(feed).not.toHaveBeenCalled()
  })

  test('at the end, when all sends are over; nothing is claimed, loaded or fed any more', async () => {
    const { channel, dispatcher, sends, store, unsubscribe, feed, notify } = await holding()
    channel.take(due('waiting'))
    const over = Promise.withResolvers<void>()
    sends.stop.mockReturnValueOnce(over.promise)
    const stopped = dispatcher.stop()
    await settled()
    expect(unsubscribe).toHaveBeenCalledTimes(3)
    expect(store.giveBack).not.toHaveBeenCalled()
    channel.leasedUntil = performance.now()
    await seconds(5)
    // Its sends still run, so its lease must hold.
    expect(store.renew).toHaveBeenCalled()
    over.resolve()
    await stopped
    expect(store.giveBack.mock.calls.map(([channels]) => channels)).toEqual([[channel]])
    expect(channel.queue).toEqual([])
    await notify('due', 'whk_1')
    await seconds(60)
    expect([store.claim, feed].map(({ mock }) => mock.calls)).toEqual([[], []])
    expect(jest.getTimerCount()).toBe(0)
  })
})
