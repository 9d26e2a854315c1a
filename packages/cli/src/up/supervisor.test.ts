import { eventually } from '@lms/testing'
import { type Part, type Running, Supervisor } from './supervisor.ts'

/** A part that the test starts and ends. */
function trialPart(name: string, { failing = 0 } = {}) {
  const started: (Running & { end(how: string): void })[] = []
  let faults = failing
  const part: Part = {
    name,
    start: async (spawned, ending) => {
      ending.throwIfAborted()
      const pid = 1000 + started.length
      spawned(pid)
      if (started.length > 0 && faults-- > 0) throw new Error('did not answer')
      const { promise, resolve } = Promise.withResolvers<string>()
      const stop = async () => resolve('stopped')
      started.push({ pid, exited: promise, stop, lastOutput: async () => 'Error: no memory', end: resolve })
      return started.at(-1)!
    },
    kill: () => started.at(-1)?.end('killed'),
  }
  return { part, started }
}

function trial(pauseMs?: number) {
  const reports: string[] = []
  const supervisor = new Supervisor(
    {
      spawned: () => {},
      changed: () => {},
      report: (part, line) => void reports.push(`${part}: ${line}`),
    },
    pauseMs,
  )
  return { supervisor, reports }
}

describe('the supervisor', () => {
  test('a part that ends by itself is reported and restarted', async () => {
    const { supervisor, reports } = trial()
    const { part, started } = trialPart('users')
    await supervisor.start(part)
    expect(supervisor.pids).toEqual({ users: 1000 })
    started[0]!.end('ended by SIGKILL')
    await eventually('the new process', () => supervisor.pids.users === 1001)
    expect(reports).toEqual([
      expect.stringMatching(/^users: ended by SIGKILL; restarting in 0\.\d s\nError: no memory$/),
      'users: answers again (pid 1001)',
    ])
    await supervisor.stop([['users']])
  })

  test('a part that stands still is killed, reported and restarted', async () => {
    const { supervisor, reports } = trial(1)
    const { part, started } = trialPart('users')
    let stands = false
    const standing: Part = {
      ...part,
      start: async (spawned, ending) => ({
        ...(await part.start(spawned, ending)),
        standsStill: async () => stands && started.length === 1,
      }),
    }
    await supervisor.start(standing)
    stands = true
    await eventually('the new process', () => supervisor.pids.users === 1001)
    expect(reports).toEqual([
      'users: answers nobody although it runs; it is killed',
      expect.stringMatching(/^users: killed; restarting in 0\.\d s\nError: no memory$/),
      'users: answers again (pid 1001)',
    ])
    await supervisor.stop([['users']])
  })

  test('a failed start is tried again', async () => {
    const { supervisor, reports } = trial()
    const { part, started } = trialPart('users', { failing: 1 })
    await supervisor.start(part)
    started[0]!.end('ended with code 1')
    await eventually('the second try', () => started.length === 2)
    expect(reports[1]).toMatch(/^users: did not answer; restarting in 0\.\d s$/)
    await supervisor.stop([['users']])
  })

  test('a part that fails at the first start is an error, and is not supervised', async () => {
    const { supervisor } = trial()
    const part: Part = { name: 'users', start: () => Promise.reject(new Error('no')), kill: () => {} }
    await expect(supervisor.start(part)).rejects.toThrow('no')
    expect(supervisor.pids).toEqual({})
    await supervisor.stop([['users']])
  })

  test('a first start that succeeds after the stop began is stopped, too', async () => {
    const { supervisor } = trial()
    const { part, started } = trialPart('postgres')
    const { promise: mayStart, resolve: letStart } = Promise.withResolvers<void>()
    const slow: Part = {
      ...part,
      start: async spawned => {
        await mayStart
        // A part whose start cannot be aborted.
        return part.start(spawned, new AbortController().signal)
      },
    }
    const starting = supervisor.start(slow)
    const stopped = supervisor.stop([['nats'], ['postgres']])
    letStart()
    await starting
    await stopped
    expect(await started[0]!.exited).toBe('stopped')
    expect(supervisor.pids).toEqual({})
  })

  test('stopping goes group by group, and nothing is restarted', async () => {
    const { supervisor, reports } = trial()
    const order: string[] = []
    for (const name of ['users', 'gateway']) {
      const { part, started } = trialPart(name)
      await supervisor.start(part)
      void started[0]!.exited.then(() => order.push(name))
    }
    await supervisor.stop([['gateway'], ['users'], ['never-started']])
    expect(order).toEqual(['gateway', 'users'])
    expect(supervisor.pids).toEqual({})
    expect(reports).toEqual([])
  })

  test('a stop during the wait before a restart takes effect at once', async () => {
    const { supervisor, reports } = trial()
    const { part, started } = trialPart('users')
    await supervisor.start(part)
    started[0]!.end('ended with code 1')
    await eventually('the report', () => reports.length === 1)
    await supervisor.stop([['users']])
    expect(started).toHaveLength(1)
  })

  test('a restart that succeeds after the stop began is stopped, too', async () => {
    const { supervisor } = trial()
    const { part, started } = trialPart('postgres')
    const { promise: mayStart, resolve: letStart } = Promise.withResolvers<void>()
    let starts = 0
    const slow: Part = {
      ...part,
      start: async spawned => {
        if (starts++ > 0) await mayStart
        // A part whose start cannot be aborted.
        return part.start(spawned, new AbortController().signal)
      },
    }
    await supervisor.start(slow)
    started[0]!.end('ended by SIGKILL')
    await eventually('the new start', () => starts === 2)
    const stopped = supervisor.stop([['postgres']])
    letStart()
    await stopped
    expect(await started[1]!.exited).toBe('stopped')
  })
})
