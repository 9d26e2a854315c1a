import { personal } from '@lms/contract'
import { z } from 'zod'
import { changesOf } from './audit-changes.ts'

const schema = z.object({ title: z.string(), note: personal(z.string()) })
const hidden = new Set(['secret'])
const changes = (before: object, after: object) =>
  changesOf({ before: { ...before }, after: { ...after }, hidden }, schema)
const shown = (field: string, before: string | null, after: string | null) => ({
  ...{ field, before, after, shown: true },
})
const kept = (field: string) => ({ field, before: null, after: null, shown: false })

test.each([
  ['an amount', { amount: 100 }, { amount: 250 }, [shown('amount', '100', '250')]],
  ['a title', { title: 'Old' }, { title: 'New' }, [shown('title', 'Old', 'New')]],
  ['what was nothing', { ends_at: null }, { ends_at: '2026-11-24' }, [shown('ends_at', null, '2026-11-24')]],
  ['a list', { tags: ['a'] }, { tags: ['a', 'b'] }, [shown('tags', '["a"]', '["a","b"]')]],
  ['equal lists', { tags: ['a'] }, { tags: ['a'] }, []],
  ['stamps', { version: 1, updated_at: 'a' }, { version: 2, updated_at: 'b' }, []],
  ['a hidden column', { secret: 'a' }, { secret: 'b' }, []],
  ['a declared field', { note: 'Ann is ill' }, { note: '' }, [kept('note')]],
  ['an address', { email: 'a@b.example' }, { email: null }, [kept('email')]],
  ['an address within a text', { text: 'x' }, { text: 'write to a@b.example' }, [kept('text')]],
  ['a long text', { text: 'x' }, { text: 'x'.repeat(201) }, [kept('text')]],
  ['a text of a person', { user_id: 'u', city: 'A' }, { user_id: 'u', city: 'B' }, [kept('city')]],
  [
    'the state of a person',
    { id: 'usr_1', status: 'active', last_name: 'A' },
    { id: 'usr_1', status: 'blocked', last_name: 'B' },
    [shown('status', 'active', 'blocked'), kept('last_name')],
  ],
])('%s', (_, before, after, expected) => expect(changes(before, after)).toEqual(expected))

test('a record has an end, however many fields change', () => {
  const fields = (value: string) =>
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, value.repeat(200)]))
  const all = changes(fields('a'), fields('b'))
  expect(all).toHaveLength(30)
  expect(JSON.stringify(all).length).toBeLessThan(16_000)
})
