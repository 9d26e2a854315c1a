import type { MailLook } from '@lms/html/mail'
import { framed } from './frame.ts'

const colors = {
  ...{ background: '#ffffff', surface: '#f6f6f7', text: '#1c1e26', quiet: '#5b5d66', line: '#dcdce0' },
  ...{ link: '#2347c5', button: '#2347c5', on_button: '#ffffff' },
}
const look: MailLook = {
  ...{ name: 'Harbour', url: 'https://a.example', logo: null, light: colors, dark: null, footer: '' },
}

const text = 'Hello'
const of = (html: string, imprint: string[] | null = null) =>
  framed({ subject: 'Hi', html, text }, 'ar', {
    look,
    unsubscribeUrl: 'https://a.example/unsubscribe/1',
    imprint,
  })

test('a content stands in a document, with the link by which the person unsubscribes', () => {
  const { html, text } = of('<p>Hello</p>')
  expect(html).toMatch(/<html lang="ar" dir="rtl">/)
  expect(html).toMatch(
    /<p>Hello<\/p>[\s\S]*Harbour<br>\n<a href="https:\/\/a\.example">[^<]*<\/a><br>\n<a href="https:\/\/a\.example\/unsubscribe\/1">/,
  )
  expect(text).toContain('https://a.example/unsubscribe/1')
})

test('a content that is a document gets the link at the end of its body, and its language', () => {
  const { html } = of('<!doctype html><html lang="und" dir="auto"><body><p>Hello</p></body></html>')
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl"><body><p>Hello<\/p>/)
  expect(html).toMatch(/<a href="https:\/\/a\.example\/unsubscribe\/1">[^<]*<\/a><\/p><\/body><\/html>$/)
})

test('who has sent it stands under it, in both forms', () => {
  const { html, text } = of('<p>Hello</p>', ['A & B', '1 Main St'])
  expect(html).toMatch(/<p>Hello<\/p>[\s\S]*>A &#38; B<br>\n1 Main St<br>\n<a href="[^"]*unsubscribe/)
  expect(text).toMatch(/^Hello\n\n-- \nA & B\n1 Main St\n[^\n]+: https:\/\/a\.example\/unsubscribe\/1\n$/)
})
