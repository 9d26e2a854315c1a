import { ContentUnfit } from './fill.ts'
import { htmlOfMarkdown } from './markdown.ts'

test.each([
  ['quotes', '> '.repeat(9000)],
  ['lists', Array.from({ length: 200 }, (_, level) => `${' '.repeat(2 * level)}* a`).join('\n')],
  ['quotes of lists', '> * '.repeat(3000)],
])('Markdown with %s in each other is refused at a depth, wherever the stack ends', (_, text) => {
  expect(() => htmlOfMarkdown(text)).toThrow(ContentUnfit)
})

test('Markdown that people write is deep enough', () => {
  expect(htmlOfMarkdown(`${'> '.repeat(12)}**Hello *you* there**`)).toContain(
    '<strong>Hello <em>you</em> there</strong>',
  )
})
