import { InThread, type Machine, TooDear } from './in-thread.ts'
import type { Done, Job, Thread } from './worker.ts'

const bounds = { longest: 1000, long: 100, maxBytes: 1000, maxWaiting: 50, maxOfSchool: 3, maxOfLong: 2 }
type Jobs = { do: (what: string) => string }

/** Threads of which the test says what ends when: each job waits until it is told how many milliseconds it took. */
function byHand(machine: Partial<Machine> = {}) {
  const started: { what: unknown; thread: number; end: (milliseconds: number) => void }[] = []
  let threads = 0
  const start = (): Thread => {
    const thread = ++threads
    return {
      ask: ({ input }: Job) =>
        new Promise<Done>(resolve => {
          started.push({ what: input, thread, end: milliseconds => resolve({ value: input, milliseconds }) })
        }),
      stop: () => {},
    }
  }
  let now = 0
  const inThread = new InThread<Jobs>(new URL('none:'), bounds, { start, now: () => now, ...machine })
  const turn = () => new Promise(setImmediate)
  return {
    run: (what: string, school: string, waits = {}) => inThread.run('do', what, { school, ...waits }),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** What is under way, in the order in which it began. */
    begun: async () => {
      await turn()
      return started.map(({ what }) => what)
    },
    /** Ends the first job that is under way. */
    end: async (milliseconds = 1) => {
      await turn()
      started.shift()!.end(milliseconds)
      await turn()
    },
  }
}

test('the jobs of a school wait for each other, and another school is next', async () => {
  const { run, begun: listStarted, end } = byHand()
  const all = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')]
  const order: unknown[] = []
  for (let job = 0; job < all.length; job++) {
    order.push(...(await listStarted()))
    await end()
  }
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('a school whose last job took long waits for a thread of its own kind, for a while', async () => {
  const { run, begun: listStarted, end, pass } = byHand()
  const first = run('long', 'loud')
  await end(101)
  await first
  const later = [
    run('loud 1', 'loud'),
    run('loud 2', 'loud'),
    run('quiet 1', 'quiet'),
    run('quiet 2', 'quiet'),
  ]
  // Both threads work, and neither for two schools.
  expect(await listStarted()).toEqual(['loud 1', 'quiet 1'])
  for (let job = 0; job < later.length; job++) await end()
  await Promise.all(later)
  pass(60_001)
  const last = [run('loud', 'loud'), run('quiet', 'quiet')]
  expect(await listStarted()).toEqual(['loud'])
  await end()
  await end()
  await Promise.all(last)
})

test('where too many wait, a request is to come again, and a task waits', async () => {
  const { run, end } = byHand()
  const waiting = Array.from({ length: 4 }, (_, index) => run(`${index}`, 'loud'))
  await expect(run('one more', 'loud')).rejects.toMatchObject({
    refusal: { status: 503, reason: 'too_busy' },
    headers: { 'retry-after': '1' },
  })
  const patient = run('task', 'loud', { patient: true })
  for (let job = 0; job < 5; job++) await end()
  expect(await Promise.all([...waiting, patient])).toEqual(['0', '1', '2', '3', 'task'])
})

test('what a job took is charged to its sender, and a text that is too large is not begun', async () => {
  const { run, begun: listStarted, end } = byHand()
  const charged: number[] = []
  const charge = (milliseconds: number) => charged.push(milliseconds)
  const done = run('a', 'one', { charge })
  await end(7)
  await done
  await expect(run('x'.repeat(1001), 'one', { charge })).rejects.toBeInstanceOf(TooDear)
  expect(await listStarted()).toEqual([])
  expect(charged).toEqual([7])
})

/** Of a machine that is never late. */
const never = AbortSignal.any([])

/** A real thread: it spins, fills its memory, recurs, fails or answers, as a job says. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const recur = () => recur() + 1
    const failed = error => ({ failed: error.constructor.name, message: error.message, milliseconds: 0 })
    parentPort.on('message', ({ input }) => {
      parentPort.postMessage((() => {
        try {
          if (input === 'spin') for (;;);
          if (input === 'fill') for (const all = []; ; ) all.push(new Array(100_000).fill({}))
          if (input === 'recur') recur()
          if (input === 'fail') throw new TypeError('no reason')
          return { value: input, milliseconds: 0 }
        } catch (error) { return failed(error) }
      })())
    })
    parentPort.postMessage('ready')`)}`,
)

test.each(['spin', 'fill', 'recur'])(
  'a text that lets a thread %s is given up, and the next one has an answer',
  async what => {
    const late = new AbortController()
    const signals = [late.signal, never]
    const limits = { ...bounds, maxMebibytes: 16 }
    const inThread = new InThread<Jobs>(program, limits, { late: () => signals.shift()! })
    const charged: number[] = []
    const dear = inThread.run('do', what, { school: 'loud', charge: ms => charged.push(ms) })
    if (what === 'spin') late.abort()
    await expect(dear).rejects.toBeInstanceOf(TooDear)
    expect(await inThread.run('do', 'hello', { school: 'loud' })).toBe('hello')
    expect(charged).toEqual([what === 'recur' ? 0 : bounds.longest])
  },
)

test('errors that a program may throw arrive by their class, others as faults', async () => {
  const late = () => never
  const plain = new InThread<Jobs>(program, bounds, { late })
  await expect(plain.run('do', 'fail', { school: 'a' })).rejects.toThrow('A thread failed with TypeError')
  const knowing = new InThread<Jobs>(program, { ...bounds, errors: [TypeError] }, { late })
  await expect(knowing.run('do', 'fail', { school: 'a' })).rejects.toThrow(new TypeError('no reason'))
})
