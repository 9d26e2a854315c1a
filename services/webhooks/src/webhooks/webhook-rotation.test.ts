import { Vault } from '@lms/service-host'
import { randomBytes } from '@lms/testing'
import { placeOf } from './sealed-secrets.ts'
import type { WebhookRow } from './webhook.store.ts'
import { secretChanges, settled } from './webhook-rotation.ts'

const vault = new Vault(`k:${randomBytes(32).toString('base64')}`)
const now = '2026-11-22T08:00:00.000+00:00'
const row = { school_id: 'sch', id: 'whk', secret: 'old', next_secret: null, rotation_ends_at: null }
const rotating = { ...row, next_secret: 'new', rotation_ends_at: '2026-11-22T09:00:00.000+00:00' }
const change = (of: object, request: Parameters<typeof secretChanges>[1]) =>
  secretChanges(of as WebhookRow, request, { now, vault })
const reason = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { refusal: { reason: string } }).refusal.reason
  }
  return null
}

test('a rotation is over at its end, and the new secret stands in the place of the old one', () => {
  const over = { ...rotating, secret: 'new', next_secret: null, rotation_ends_at: null }
  expect(settled(row, now)).toBe(row)
  expect(settled(rotating, '2026-11-22T08:59:59.999+00:00')).toBe(rotating)
  expect(settled(rotating, '2026-11-22T09:00:00.000+00:00')).toEqual(over)
})

test.each<[string, NonNullable<Parameters<typeof change>[1]['rotate_secret']>, string | undefined]>([
  ['a day unless told', {}, '2026-11-23T08:00:00.000+00:00'],
  ['as long as it says', { overlap_seconds: 1 }, '2026-11-22T08:00:01.000+00:00'],
  ['not at all', { overlap_seconds: 0 }, undefined],
  [
    'until a moment, at most seven days ahead',
    { expires_at: '2026-11-29T08:00:00.000+00:00' },
    '2026-11-29T08:00:00.000+00:00',
  ],
])('a rotation lasts %s', (_, rotate_secret, ends) => {
  const { changes, answer } = change(row, { rotate_secret: { secret: 'the new one, 16+', ...rotate_secret } })
  expect(changes.rotation_ends_at).toBe(ends)
  const sealed = ends === undefined ? changes.secret : changes.next_secret
  expect(vault.open(sealed!, placeOf('sch', 'whk'))).toBe('the new one, 16+')
  expect(Object.keys(changes)).toHaveLength(ends === undefined ? 1 : 2)
  expect(answer).toEqual({ secret: 'the new one, 16+' })
})

test.each(['2026-11-22T08:00:00.000+00:00', '2026-11-29T08:00:00.001+00:00'])(
  'none ends at %s',
  expires_at => {
    expect(reason(() => change(row, { rotate_secret: { expires_at } }))).toBe('rotation_end_refused')
  },
)

test('one at a time is completed or canceled', () => {
  const ended = { next_secret: null, rotation_ends_at: null }
  expect(reason(() => change(rotating, { rotate_secret: {} }))).toBe('rotation_under_way')
  expect(change(rotating, {})).toEqual({ changes: {}, answer: {} })
  expect(change(rotating, { complete_rotation: true }).changes).toEqual({ ...ended, secret: 'new' })
  expect(change(rotating, { cancel_rotation: true }).changes).toEqual({ ...ended, secret: 'old' })
  for (const request of [{ complete_rotation: true }, { cancel_rotation: true }] as const)
    expect(reason(() => change(row, request))).toBe('no_rotation')
})
