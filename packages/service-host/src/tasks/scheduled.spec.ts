// What is done by the clock, on a real Postgres.
import { acts, busyNotesWorld, done } from '../spec/busy-notes.ts'
import { nextTime } from './schedule.ts'

const world = busyNotesWorld()

describe('a scheduled task', () => {
  test('runs once at each of its times in any number of processes, and once for missed times', async () => {
    const times = () => done.filter(([name]) => name === 'nightly').length
    await world.workOff()
    expect(times()).toBe(0)
    const night = nextTime('0 3 * * *', world.now())
    world.later((night.getTime() - world.now().getTime()) / 1000 + 1)
    await world.workOff()
    await world.twin.workOffTasks()
    expect(times()).toBe(1)
    world.later(3 * 86_400)
    await world.twin.workOffTasks()
    await world.workOff()
    expect(times()).toBe(2)
  })

  test('that fails comes again after a pause of a minute at most; a time that comes meanwhile is left out', async () => {
    let runs = 0
    acts.set('nightly', async () => {
      runs++
      throw new TypeError('no')
    })
    world.later(86_400)
    for (let minute = 0; minute < 10; minute++) {
      await world.workOff()
      world.later(76)
    }
    expect(runs).toBe(10)
    expect(await world.rows('select school_id, queue, status, failures from notes.tasks')).toEqual([
      ['-', 'nightly', 'failed', '10'],
    ])
  })

  test('that takes longer than it may goes on, and no try after it does the same beside it', async () => {
    const slow = Promise.withResolvers<void>()
    let runs = 0
    acts.set('hasty', async () => {
      runs++
      await slow.promise
    })
    world.later(86_400)
    await world.workOff()
    expect(await world.standing()).toEqual(['waiting 1 too_slow'])
    world.later(10)
    await world.workOff()
    expect(runs).toBe(1)
    slow.resolve()
    world.later(60)
    await world.workOff()
    expect(await world.standing()).toEqual([])
  })
})
