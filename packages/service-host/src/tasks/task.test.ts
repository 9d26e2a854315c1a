import { id, oneOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { nextTime } from './schedule.ts'
import { task } from './task.ts'

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
