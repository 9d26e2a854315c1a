import fc from 'fast-check'
import { html } from './html.ts'

test('inserted texts are escaped, also in attributes; HTML and lists of it are not', () => {
  const name = `<b title="x">O'Hara & Co</b>`
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    `<p title="${'&#60;b title=&#34;x&#34;&#62;O&#39;Hara &#38; Co&#60;/b&#62;'}">&#60;b title=&#34;x&#34;&#62;O&#39;Hara &#38; Co&#60;/b&#62;</p>`,
  )
  expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${2}</li>`]}</ul>${null}`.text).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  )
})

test('no inserted text ends its element or attribute', () => {
  fc.assert(fc.property(fc.string(), text => expect(html`${text}`.text).not.toMatch(/[<>"']/)))
})
