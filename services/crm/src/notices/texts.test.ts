// The texts of all notifications, with the values of an example of their event.
import { sampleOf } from '@lms/contract'
import { languages } from '@lms/contract/language'
import { compile } from '../content/compile.ts'
import { fill, readyOf } from '../content/fill.ts'
import { notifications } from '../settings/notifications.ts'
import { buttonIn } from './button.words.ts'

const links = {
  ...{ page_url: 'https://a.example/pay/1', learn_url: 'https://a.example/learn' },
  ...{ receipt_url: 'https://a.example/downloads/1', test: 'true' },
}

test.each(
  notifications.flatMap(notice => languages.map(language => [notice.kind, language, notice] as const)),
)('%s in %s has a value for each of its variables', (_, language, { on, values, text }) => {
  const object = { ...(sampleOf(on.object, 'output') as object), ...on.example }
  const school = { name: 'Painting school', url: 'https://school.example' }
  const link = 'https://learn.school.example/?lesson=les_1&course=crs_1'
  const variables = {
    school,
    course: 'Watercolour',
    lesson: 'A sky',
    link,
    ...links,
    ...values(object, language),
  }
  const { subject, body } = text(language)
  const written = { subject, body: `${body}${buttonIn(language)}` }
  const filled = fill(readyOf(compile({ ...written, format: 'markdown' })), variables)
  expect(filled.missing).toEqual([])
  expect(filled.html).toContain('<a href="https://learn.school.example/?lesson=les_1&amp;course=crs_1"')
  for (const part of [filled.subject, filled.text, filled.html]) expect(part).toMatch(/\p{L}{2}/u)
  expect(`${filled.subject} ${filled.text}`).not.toMatch(/[{}]|undefined|null/)
})
