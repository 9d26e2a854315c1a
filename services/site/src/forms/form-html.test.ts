import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import { type FormField, fieldKinds } from './form.object.ts'
import { formWords } from './form.words.ts'
import { type FormState, formHtml, type RenderedForm } from './form-html.ts'

const rules = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })
const field = (kind: FormField['kind'], overrides: Partial<FormField> = {}): FormField => ({
  key: kind,
  label: `Your ${kind}`,
  hint: 'A hint',
  kind,
  required: true,
  options: kind.endsWith('select') ? ['Red', 'Green'] : [],
  max_length: null,
  person_field: null,
  ...overrides,
})
const form: RenderedForm = {
  id: 'frm_01h455vb4pex5vsknk084sn02q',
  title: 'Ask us',
  fields: fieldKinds.map(kind => field(kind)),
  consents: [{ key: 'terms', text: 'I agree.', required: true, channel: null, version: 1 }],
  submit_label: null,
}
const words = formWords('en')
const textOf = (state: Partial<FormState> = {}, overrides: Partial<RenderedForm> = {}) =>
  formHtml({ ...form, ...overrides }, { words, ...state }).text
const faultsOf = async (text: string) => {
  const page = `<!doctype html>\n<html lang="en"><head><title>A page</title></head><body><main><h1>Page</h1>${text}</main></body></html>`
  const { results } = await rules.validateString(page)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}

test('a form of all kinds of fields is valid HTML, also twice on a page and with problems', async () => {
  const problems = new Map(fieldKinds.map(kind => [kind, 'missing'] as const))
  const wrong = textOf({ position: 2, problems, missing: ['terms'] })
  expect(await faultsOf(textOf() + wrong)).toEqual([])
})

test('every field is labelled, and tied to its hint and its problem', () => {
  const text = textOf({ problems: new Map([['email', 'not_email']]) })
  const id = `${form.id}.email`
  expect(text).toContain(`<label for="${id}">Your email</label>`)
  expect(text).toContain(`aria-invalid="true" aria-describedby="${id}.hint ${id}.problem"`)
  expect(text).toContain(`<p class="problem" id="${id}.problem">${words.problems.not_email}</p>`)
  expect(text).toContain(`<li><a href="#${id}">Your email</a>: ${words.problems.not_email}</li>`)
})

test('what was sent is kept', () => {
  const values = {
    text: 'A & B',
    long_text: '\nfirst',
    select: 'Green',
    multi_select: ['Red'],
    checkbox: 'true',
  }
  const text = textOf({ values, consents: ['terms'] })
  expect(text).toContain('value="A &#38; B"')
  expect(text).toContain('>\n\nfirst</textarea>')
  expect(text).toContain('<option value="Green" selected>Green</option>')
  expect(text).toContain('value="Red" checked')
  expect(text).toContain('value="true" checked')
  expect(text).toContain('value="terms" checked')
})

test('fields of a person say so to browsers, optional fields to people', () => {
  const fields = [field('email', { person_field: 'email', required: false })]
  const text = textOf({}, { fields })
  expect(text).toContain('autocomplete="email"')
  expect(text).toContain('<span class="optional">(optional)</span>')
  expect(textOf({ words: formWords('de-AT') }, { fields })).toContain('(freiwillig)')
})

test('no text of a form or of an answer adds an element or an attribute', () => {
  const shape = (text: string) => text.replace(/>[^<]*</g, '><').replace(/"[^"]*"/g, '""')
  const expected = shape(textOf({ values: { text: 'x' } }, { title: 'x' }))
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (title, value) => {
      const fields = form.fields.map(each => ({ ...each, label: title, hint: title }))
      expect(shape(textOf({ values: { text: value } }, { title, fields }))).toBe(expected)
    }),
  )
})
