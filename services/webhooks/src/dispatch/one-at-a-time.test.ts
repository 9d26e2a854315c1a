import { oneAtATime } from './one-at-a-time.ts'

/** A step that ends when the test says so, and how often it has begun. */
function stage() {
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const run = () => {
    const ended = Promise.withResolvers<void>()
    runs.push(ended)
    return ended.promise
  }
  return { request: oneAtATime(run, error => errors.push(error)), runs, errors }
}
const turn = () => new Promise(done => setImmediate(done))

test('however often it is requested while it runs, it runs once more, and then each request is answered', async () => {
  const { request, runs } = stage()
  let answered = 0
  const requests = [request(), request(), request()]
  for (const one of requests) void one.then(() => answered++)
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await turn()
  expect([runs.length, answered]).toEqual([2, 0])
  runs[1]!.resolve()
  await turn()
  expect([runs.length, answered]).toEqual([2, 3])
  void request()
  expect(runs).toHaveLength(3)
})

test('a failure is reported, rejects no request, and does not stop the next run', async () => {
  const { request, runs, errors } = stage()
  const first = request()
  runs[0]!.reject('away')
  await first
  expect(errors).toEqual(['away'])
  const second = request()
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await second
  expect(errors).toEqual(['away'])
})
