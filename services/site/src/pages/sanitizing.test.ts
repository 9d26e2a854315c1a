import { sanitized } from './block.html.ts'
import type { Block } from './block.ts'
import { sanitize } from './sanitizing.ts'

const content = (sign: string, length = 50_000): Block[] =>
  Array.from({ length: 4 }, () => ({ type: 'html', html: sign.repeat(length / sign.length) }))

/** Microseconds of this thread's processor, the least of three times. */
async function spentHere(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < 3; time++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    times.push(user + system)
  }
  return Math.min(...times)
}

test.each(['<', '&', '<b>', '<div></p>'])(
  '200 KB of %s are sanitized beside the process',
  async sign => {
    const blocks = content(sign)
    const { blocks: done, milliseconds } = await sanitize(blocks)
    expect(done).toEqual(sanitized(blocks))
    expect(milliseconds).toBeGreaterThan(0)
    const inProcess = await spentHere(async () => sanitized(blocks))
    const besideIt = await spentHere(() => sanitize(blocks))
    expect(besideIt).toBeLessThan(inProcess / 2)
  },
  60_000,
)

test('a short text is sanitized at once', async () => {
  const answer = await sanitize([{ type: 'text', html: '<p onclick="x">Hi</p>', align: 'start' }])
  expect(answer).toEqual({ blocks: [{ type: 'text', html: '<p>Hi</p>', align: 'start' }], milliseconds: 0 })
})

test('more contents at a time than may wait are refused, and the others are sanitized', async () => {
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => sanitize(content('<i>', 600))))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
    refusal: { reason: 'page_content_unfit' },
  })
}, 60_000)
