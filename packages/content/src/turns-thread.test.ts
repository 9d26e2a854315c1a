import { TooDear, TurnsThread } from './turns-thread.ts'

/** A thread that waits as many milliseconds as a job says. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const nothing = new Int32Array(new SharedArrayBuffer(4))
    parentPort.on('message', ms => {
      Atomics.wait(nothing, 0, 0, ms)
      parentPort.postMessage(ms)
    })
    parentPort.postMessage('ready')`)}`,
)
const threadOf = (options: Partial<ConstructorParameters<typeof TurnsThread>[1]> = {}) =>
  new TurnsThread<number, number>(program, { longest: 60_000, maxWaiting: 50, maxOfSchool: 3, ...options })

test('a school whose last job took long waits for a thread of its own kind', async () => {
  const thread = threadOf({ longest: 60_000, long: 100 })
  expect(await thread.run(150, 'loud')).toBe(150)
  const ended: string[] = []
  const loud = [1500, 1500].map(ms => thread.run(ms, 'loud').then(() => ended.push('loud')))
  for (let job = 0; job < 3; job++) await thread.run(1, 'quiet')
  ended.push('quiet')
  await Promise.all(loud)
  expect(ended).toEqual(['quiet', 'loud', 'loud'])
}, 60_000)

test('what takes too long is given up, and the next job has a new thread', async () => {
  const thread = threadOf({ longest: 300 })
  await expect(thread.run(60_000, 'loud')).rejects.toBeInstanceOf(TooDear)
  expect(await thread.run(1, 'loud')).toBe(1)
  expect(await thread.run(1, 'quiet')).toBe(1)
})

test('where too many wait, a request is to come again, and a task waits', async () => {
  const thread = threadOf()
  const waiting = Array.from({ length: 4 }, () => thread.run(10, 'loud'))
  await expect(thread.run(1, 'loud')).rejects.toMatchObject({
    refusal: { status: 503, reason: 'too_busy' },
    headers: { 'retry-after': '1' },
  })
  expect(await thread.run(1, 'loud', { patient: true })).toBe(1)
  expect(await Promise.all(waiting)).toEqual([10, 10, 10, 10])
})
