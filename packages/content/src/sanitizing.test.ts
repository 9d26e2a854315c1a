import { cleaned, type HtmlPart, isBlank } from './html.ts'
import { sanitize } from './sanitizing.ts'

const content = (sign: string, length = 50_000): HtmlPart[] =>
  Array.from({ length: 4 }, () => ({ kind: 'block', html: sign.repeat(length / sign.length) }))

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
    const parts = content(sign)
    const { parts: done, milliseconds } = await sanitize(parts, 'a')
    expect(done).toEqual(parts.map(cleaned))
    expect(milliseconds).toBeGreaterThan(0)
    const inProcess = await spentHere(async () => parts.map(cleaned))
    const besideIt = await spentHere(() => sanitize(parts, 'a'))
    expect(besideIt).toBeLessThan(inProcess / 2)
  },
  60_000,
)

test('a short text is sanitized at once', async () => {
  const answer = await sanitize([{ kind: 'text', html: '<p onclick="x">Hi</p>' }], 'a')
  expect(answer).toEqual({ parts: [{ html: '<p>Hi</p>', removed: ['onclick'] }], milliseconds: 0 })
})

test('more contents of a school than may wait are refused, and another school is next', async () => {
  const ended: string[] = []
  const ask = (school: string) =>
    sanitize(content('<i>', 600), school).then(
      () => void ended.push(school),
      error => {
        expect(error).toMatchObject({ refusal: { status: 503, reason: 'too_busy' } })
        ended.push('refused')
      },
    )
  // One runs, five wait, two are refused.
  await Promise.all([...Array.from({ length: 8 }, () => ask('loud')), ask('quiet')])
  expect(ended.filter(one => one === 'refused')).toHaveLength(2)
  expect(ended.filter(one => one !== 'refused').indexOf('quiet')).toBeLessThanOrEqual(2)
}, 60_000)

test.each([
  ['<p>a<script>b</script></p>', '<p>a</p>', ['<script>']],
  ['<b onclick="x" style="y">a</b>', '<strong>a</strong>', ['onclick', 'style']],
  ['<p>a</p>', '<p>a</p>', []],
])('%s loses what is named', (html, left, removed) => {
  expect(cleaned({ html, kind: 'block' })).toEqual({ html: left, removed })
})

test.each([
  ['', true],
  ['<p> \u00a0\u200b</p>', true],
  ['<p><br /></p>', true],
  ['<hr />', false],
  ['<p>a</p>', false],
])('whether %j shows nothing: %s', (html, blank) => expect(isBlank(html)).toBe(blank))
