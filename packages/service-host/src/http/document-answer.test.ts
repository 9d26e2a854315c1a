import type { Operation } from '@lms/contract'
import { preferredDocument } from './document-answer.ts'

test.each([
  [undefined, null],
  ['*/*', null],
  ['application/json', null],
  ['text/html', null],
  ['text/calendar', 'text/calendar'],
  ['text/*', 'text/calendar'],
  ['text/calendar;q=0.5, application/json', null],
  ['application/json;q=0.5, text/calendar', 'text/calendar'],
  ['text/calendar;q=0', null],
])('Accept: %s is answered with %s', (accept, type) => {
  const operation = { documents: ['text/calendar'] } as unknown as Operation
  expect(preferredDocument(operation, accept === undefined ? {} : { accept })).toBe(type)
  expect(preferredDocument({ ...operation, documents: [] }, { accept: 'text/calendar' })).toBeNull()
})
