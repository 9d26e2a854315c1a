import { z } from 'zod'
import { text } from './field-types.ts'
import { envelopeWithoutPersonal, personal, personalPaths, withoutPersonal } from './personal.ts'

const key = { id: 'key_1', user_id: 'usr_1', name: 'Ann’s laptop', role: 'student' }

test('personal fields are blanked according to their type, at any depth; the rest stays', () => {
  const value = {
    id: 'usr_1',
    email: 'ann@school.org',
    first_name: 'Ann',
    custom_fields: { city: 'Bonn' },
    items: [{ comment: 'ring me', amount: 5 }],
    phone: null,
  }
  expect(withoutPersonal(value, {})).toEqual({
    id: 'usr_1',
    email: null,
    first_name: '',
    custom_fields: {},
    items: [{ comment: '', amount: 5 }],
    phone: null,
  })
})

test('free texts are personal only beside the id of the person', () => {
  expect(withoutPersonal([key], { userId: 'usr_1' })).toEqual([{ ...key, name: '' }])
  expect(withoutPersonal(key, { userId: 'usr_2' })).toEqual(key)
  expect(withoutPersonal(key, {})).toEqual(key)
})

test('a text that mentions the person is what the caller leaves of it', () => {
  const without = (text: string) => text.replace('ann@school.org', '…')
  expect(withoutPersonal({ title: 'For ann@school.org', tags: ['x'] }, { without })).toEqual({
    title: 'For …',
    tags: ['x'],
  })
})

test('declared paths of an event are blanked, also where a list has personal texts as its items', () => {
  const object = { id: 'x_1', sample: ['Ann Lee', 'Bob'], items: [{ note: 'by Ann', sum: 1 }] }
  const payload = JSON.stringify({ id: 'evt_1', data: { object }, related: {} })
  expect(
    JSON.parse(envelopeWithoutPersonal(payload, { declared: ['sample.*', 'items.*.note'] })).data.object,
  ).toEqual({ id: 'x_1', sample: ['', ''], items: [{ note: '', sum: 1 }] })
})

test('a personal field is found through lists, nullables and later metadata', () => {
  const note = personal(text(10)).describe('What was said.')
  const schema = z.object({
    note,
    gone: note.nullable().optional(),
    items: z.array(z.object({ sum: z.int(), words: z.array(note) })),
    whole: personal(z.object({ name: text(10) })),
    title: text(10),
  })
  expect(personalPaths(schema)).toEqual(['note', 'gone', 'items.*.words.*', 'whole'])
})
