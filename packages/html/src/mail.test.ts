import { Html } from './html.ts'
import { buttonClass, type MailLook, mailDocument, mailOf } from './mail.ts'

const colors = {
  ...{ background: '#ffffff', surface: '#f6f6f7', text: '#1c1e26', quiet: '#5b5d66', line: '#dcdce0' },
  ...{ link: '#2347c5', button: '#2347c5', on_button: '#ffffff' },
}
const look: MailLook = {
  ...{ name: 'Harbour & Sons', url: 'https://harbour.example', logo: null, footer: '1 Main St\n' },
  ...{ light: colors, dark: { ...colors, background: '#1c1e26', text: '#ffffff' } },
}
const document = (changes: Partial<MailLook> = {}, locale = 'en') =>
  mailDocument({
    ...{ look: { ...look, ...changes }, locale, title: 'A <subject>' },
    ...{
      content: new Html(`<p>Hello</p><a class="${buttonClass}" href="https://a.example">Go</a>`),
      foot: [],
    },
  })

test('a mail has the name, which leads to the school, its language, and its title', () => {
  expect(document()).toMatch(/<html lang="en" dir="ltr">[\s\S]*<title>A &#60;subject&#62;<\/title>/)
  expect(document()).toMatch(
    /<a class="mail-brand" href="https:\/\/harbour\.example"[^>]*>Harbour &#38; Sons<\/a>/,
  )
  expect(document({}, 'ar')).toMatch(/dir="rtl"[\s\S]*align="right"/)
})

test('a logo stands in place of the name, within its bounds', () => {
  const logo = { url: 'https://harbour.example/logo.png', width: 1200, height: 300 }
  expect(document({ logo })).toMatch(
    /<img src="[^"]*logo\.png" width="192" height="48" alt="Harbour &#38; Sons"/,
  )
})

test('a button has the colours of the school, and turns with the mail', () => {
  expect(document()).toContain(`class="${buttonClass}" style="display:inline-block`)
  expect(document()).toMatch(/prefers-color-scheme:dark[\s\S]*background-color:#1c1e26!important/)
})

test('without dark colours a mail says that it is light', () => {
  const light = document({ dark: null })
  expect(light).toContain('<meta name="color-scheme" content="light">')
  expect(light).not.toContain('prefers-color-scheme')
})

test('sentences and buttons are the same in both parts', () => {
  const { html, text } = mailOf(look, {
    locale: 'en',
    subject: 'Hi',
    lines: [
      'One\nand two',
      { code: 'GET /a?b=<c>' },
      { label: 'Open', url: 'https://harbour.example/a?b=1&c=2' },
    ],
  })
  expect(text).toBe(
    'One\nand two\n\nGET /a?b=<c>\n\nOpen:\nhttps://harbour.example/a?b=1&c=2\n\n-- \nHarbour & Sons\n1 Main St\nhttps://harbour.example\n',
  )
  expect(html).toContain('<p>One<br>and two</p>')
  expect(html).toContain('monospace">GET /a?b=&#60;c&#62;</p>')
  expect(html).toContain('href="https://harbour.example/a?b=1&#38;c=2">Open</a>')
  expect(html).toMatch(/Harbour &#38; Sons<br>\n1 Main St<br>\n<a href="https:\/\/harbour\.example">/)
})
