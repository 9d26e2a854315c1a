import { isBlank } from './blank.ts'
import { cleaned, type HtmlPart } from './html.ts'
import { sanitize } from './sanitizing.ts'

const content = (sign: string, length = 50_000): HtmlPart[] =>
  Array.from({ length: 4 }, () => ({ kind: 'block', html: sign.repeat(length / sign.length) }))

test.each(['<', '&', '<b>', '<div></p>', '<p>'])(
  '200 KB of %s are sanitized in a thread, and charged',
  async sign => {
    const parts = content(sign)
    let charged = 0
    const charge = (milliseconds: number) => {
      charged += milliseconds
    }
    const before = process.threadCpuUsage()
    const done = await sanitize(parts, { school: 'a', charge })
    const { user, system } = process.threadCpuUsage(before)
    expect(done).toEqual(parts.map(cleaned))
    expect(charged).toBeGreaterThan(0)
    // The same parser here would have cost what the thread was charged for.
    expect((user + system) / 1000).toBeLessThan(Math.max(charged, 100))
  },
  60_000,
)

test.each([
  ['<p>a<script>b</script></p>', '<p>a</p>', ['<script>']],
  ['<b onclick="x" style="y">a</b>', '<strong>a</strong>', ['onclick', 'style']],
  ['<p>a</p>', '<p>a</p>', []],
])('%s loses what is named', (html, remaining, removed) => {
  expect(cleaned({ html, kind: 'block' })).toEqual({ html: remaining, removed })
})

test.each([
  ['', true],
  ['<p> \u00a0\u200b</p>', true],
  ['<p><br /></p>', true],
  ['<hr />', false],
  ['<p>a</p>', false],
])('whether %j shows nothing: %s', (html, blank) => expect(isBlank(html)).toBe(blank))
