import { id, oneOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { nextTime } from './schedule.ts'
import { payloadText, task } from './task.ts'

test('a payload has ids, counts, times and states', () => {
  const payload = z.object({
    user_id: id('usr'),
    at: timestamp(),
    count: z.int(),
    kind: oneOf(['a', 'b']),
    ids: z.array(id('grp')),
  })
  expect(task('send-mail', { payload }).name).toBe('send-mail')
})

test.each([
  ['text', z.object({ note: text(100) })],
  ['text inside', z.object({ list: z.array(z.object({ email: z.string() })) })],
])('a payload with %s is refused at its declaration', (_, payload) => {
  expect(() => task('send-mail', { payload: payload as z.ZodType })).toThrow('free text')
})

test('a task has ten tries, pauses from two seconds to an hour, and steps of at most half a minute', () => {
  expect(task('send-mail', { payload: z.object({}) })).toMatchObject({
    attempts: 10,
    pause: 2,
    longestPause: 3600,
    deadline: 30,
    atOnce: Number.POSITIVE_INFINITY,
    batch: 1,
    counted: true,
    schedule: null,
  })
})

test('a payload is checked, and has at most 64 KB, however many bytes its characters have', () => {
  const many = task('send-mail', { payload: z.object({ ids: z.array(z.enum(['ü', 'a'])) }) })
  expect(() => payloadText(many, { ids: ['b' as 'a'] })).toThrow()
  // {"ids":[…]}, and four bytes for each "a", with its comma.
  const ids = (count: number, letter: 'ü' | 'a') => Array.from({ length: count }, () => letter)
  const most = (64 * 1024 - 9) / 4
  expect(payloadText(many, { ids: ids(Math.floor(most), 'a') }).length).toBeLessThanOrEqual(64 * 1024)
  expect(() => payloadText(many, { ids: ids(Math.ceil(most) + 1, 'a') })).toThrow('more than 65536 bytes')
  expect(() => payloadText(many, { ids: ids(Math.floor(most), 'ü') })).toThrow('Store ids')
})

test('a name that is not valid in a path is refused', () => {
  expect(() => task('Send mail', { payload: z.object({}) })).toThrow('lower-case words')
})

test.each([
  ['*/10 * * * * *', '2026-11-21T09:30:10.000Z'],
  ['0 3 * * *', '2026-11-22T03:00:00.000Z'],
  ['30 9 * * *', '2026-11-22T09:30:00.000Z'],
])('the next time of %s in UTC', (schedule, next) => {
  expect(nextTime(schedule, new Date('2026-11-21T09:30:03Z')).toISOString()).toBe(next)
})
