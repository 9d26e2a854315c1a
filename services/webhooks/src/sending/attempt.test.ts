import { jest } from '@jest/globals'
import { Attempt } from './attempt.ts'
import type { Outcome } from './outcome.ts'

// What undici calls, in every order that counts; the network's part is in sender.test.ts.
const start = () => {
  const outcomes: Outcome[] = []
  const answered: boolean[] = []
  const aborted: string[] = []
  let now = 1000
  const attempt = new Attempt({
    secure: false,
    deadlineMs: 5000,
    maxBodyBytes: 8,
    now: () => now,
    answered: ok => {
      answered.push(ok)
      return 700
    },
    settle: outcome => void outcomes.push(outcome),
    onRelease: () => {},
  })
  const controller = { abort: (error: Error) => void aborted.push(error.message) } as never
  return {
    outcomes,
    answered,
    aborted,
    begin: () => attempt.onRequestStart(controller),
    status: (status: number) => attempt.onResponseStart(controller, status),
    data: (bytes: string | Buffer) => attempt.onResponseData(controller, Buffer.from(bytes)),
    end: () => attempt.onResponseEnd(),
    fail: (code: string) => attempt.onResponseError(controller, Object.assign(new Error('x'), { code })),
    pass: async (ms: number) => {
      now += ms
      await jest.advanceTimersByTimeAsync(ms)
      // Fake immediates take one more.
      await jest.advanceTimersByTimeAsync(1)
    },
  }
}

describe('an attempt', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const half = Buffer.from('aü').subarray(0, 2)

  test.each([
    [200, true, null],
    [299, true, null],
    [300, false, 'http_status'],
    [500, false, 'http_status'],
  ])('with the status %i is decided, and an error of the body changes nothing', async (status, ok, error) => {
    const one = start()
    one.begin()
    await one.pass(30)
    one.status(status)
    await one.pass(20)
    one.data(half)
    one.fail('UND_ERR_SOCKET')
    const decided = { ok, status, error, detail: null, ours: false, durationMs: 30 }
    expect(one.outcomes).toEqual([{ ...decided, body: 'a' }])
  })

  test.each([
    [200, true, null],
    [404, false, 'http_status'],
  ])('with the status %i is decided when the deadline of its body passes', async (status, ok, error) => {
    const one = start()
    one.begin()
    one.status(status)
    one.data(half)
    await one.pass(690)
    expect(one.outcomes).toEqual([])
    expect(one.answered).toEqual([ok])
    await one.pass(10)
    expect(one.outcomes).toMatchObject([{ ok, status, error, body: 'a', durationMs: 0 }])
    expect(one.aborted).toEqual(['deadline passed'])
  })

  test('tells apart that no connection came in time and that no status did', async () => {
    const [unconnected, unanswered] = [start(), start()]
    unanswered.begin()
    await unconnected.pass(4990)
    expect([...unconnected.outcomes, ...unanswered.outcomes]).toEqual([])
    await unanswered.pass(10)
    expect(unconnected.outcomes).toMatchObject([{ status: null, error: 'timeout_connect' }])
    expect(unanswered.outcomes).toMatchObject([{ status: null, error: 'timeout_headers' }])
    expect(unanswered.aborted).toEqual(['deadline passed'])
  })

  test('that has settled is not sent when its connection comes, and takes no status', async () => {
    const one = start()
    await one.pass(5000)
    one.begin()
    expect(one.aborted).toEqual(['deadline passed'])
    one.status(200)
    one.data('late')
    one.end()
    await one.pass(10_000)
    expect(one.outcomes).toHaveLength(1)
    expect(one.answered).toEqual([])
    expect(one.outcomes[0]!.status).toBeNull()
  })

  test('whose answer is there by its deadline is answered', async () => {
    const one = start()
    one.begin()
    jest.advanceTimersByTime(5000)
    one.status(200)
    one.end()
    await one.pass(0)
    expect(one.outcomes).toMatchObject([{ ok: true, status: 200 }])
  })

  test('waits past an informational status, and past its deadline for no body that came with the status', async () => {
    const one = start()
    one.begin()
    one.status(103)
    await one.pass(10)
    expect(one.answered).toEqual([])
    one.status(200)
    one.data('thanks')
    one.end()
    await one.pass(10)
    expect(one.answered).toEqual([])
    expect(one.outcomes).toMatchObject([{ ok: true, body: 'thanks', durationMs: 10, error: null }])
  })

  test('keeps no byte beyond the limit, and drops the connection at the first of them', async () => {
    const [full, over] = [start(), start()]
    for (const one of [full, over]) {
      one.begin()
      one.status(200)
      one.data('12345')
      one.data('678')
    }
    expect([full.outcomes, full.aborted]).toEqual([[], []])
    full.end()
    expect(full.outcomes).toMatchObject([{ body: '12345678' }])
    expect(full.aborted).toEqual([])
    over.data('9')
    expect(over.outcomes).toMatchObject([{ ok: true, body: '12345678' }])
    expect(over.aborted).toEqual(['response body over the limit'])
  })

  test('keeps a copy of what came: undici uses the bytes again', () => {
    const one = start()
    one.begin()
    one.status(200)
    const bytes = Buffer.from('first')
    one.data(bytes)
    bytes.fill('x')
    one.end()
    expect(one.outcomes).toMatchObject([{ body: 'first' }])
  })

  test('an error names its cause by whether the request had been written', () => {
    const [before, after] = [start(), start()]
    after.begin()
    for (const one of [before, after]) one.fail('ECONNRESET')
    expect(before.outcomes).toMatchObject([{ error: 'connect', status: null }])
    expect(after.outcomes).toMatchObject([{ error: 'closed', status: null }])
  })
})
