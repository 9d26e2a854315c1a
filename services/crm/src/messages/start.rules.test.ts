import { checkHorizon, checkStart, checkSubjects, horizonDays } from './start.rules.ts'

const now = '2026-11-29T09:00:00.000+00:00'
const after = (ms: number) => new Date(Date.parse(now) + ms).toISOString().replace('Z', '+00:00')
const day = 86_400_000
const unfit = expect.objectContaining({ refusal: expect.objectContaining({ reason: 'start_time_invalid' }) })

test.each([-day, -6 * 60_000, (horizonDays + 1) * day])('a start %d ms from now is refused', ms => {
  expect(() => checkStart(after(ms), now)).toThrow(unfit)
})

test.each([-60_000, 0, 60_000, horizonDays * day])('a start %d ms from now is fit', ms => {
  expect(() => checkStart(after(ms), now)).not.toThrow()
})

test('a message for yesterday leaves now, and none waits beyond the horizon', () => {
  expect(() => checkHorizon(after(-day), now)).not.toThrow()
  expect(() => checkHorizon('9999-01-01T00:00:00.000+00:00', now)).toThrow(unfit)
})

test('only an e-mail needs a subject', () => {
  expect(() => checkSubjects([{ transport: 'in_app', subject: '' }])).not.toThrow()
  expect(() => checkSubjects([{ transport: 'email', subject: ' ' }])).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ reason: 'subject_missing' }) }),
  )
})
