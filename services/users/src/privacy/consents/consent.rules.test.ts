import { newId } from '@lms/contract'
import type { Consent } from './consent.contract.ts'
import { giveConsent, joinConsents, standing, withdrawConsent } from './consent.rules.ts'

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000+00:00`
const consent = (changes: Partial<Consent> = {}): Consent => ({
  id: newId('cns'),
  user_id: newId('usr'),
  channel: 'email',
  status: 'given',
  text_version: 'v1',
  source: 'form',
  given_at: day(1),
  ended_at: null,
  confirmed_at: null,
  withdrawal_source: null,
  version: 1,
  created_at: day(1),
  updated_at: day(1),
  ...changes,
})
const target = { id: newId('cns'), user_id: newId('usr'), now: day(9) }
const statement = { channel: 'email' as const, text_version: 'v2', source: 'form' }
const refused = (reason: string) => expect.objectContaining({ refusal: expect.objectContaining({ reason }) })
const thrown = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a consent is given now by default, and is in force', () => {
  expect(giveConsent(statement, [], target)).toMatchObject({
    status: 'given',
    given_at: day(9),
    text_version: 'v2',
  })
  expect(giveConsent({ ...statement, at: day(5) }, [consent()], target)).toMatchObject({ given_at: day(5) })
})

test.each([
  ['without its text', { ...statement, text_version: undefined }, [], 'consent_text_missing'],
  ['to the same text again', { ...statement, text_version: 'v1' }, [consent()], 'consent_already_given'],
  ['in the future', { ...statement, at: day(10) }, [], 'consent_time_order'],
  [
    'before what is recorded',
    { ...statement, at: day(2) },
    [consent({ given_at: day(3) })],
    'consent_time_order',
  ],
  [
    'before a withdrawal',
    { ...statement, at: day(2) },
    [consent({ status: 'withdrawn', ended_at: day(4) })],
    'consent_time_order',
  ],
])('a consent is refused %s', (_, input, history, reason) => {
  expect(thrown(() => giveConsent(input, history, target))).toEqual(refused(reason))
})

test('what is said without a time is never too early: another statement at the same moment was recorded first', () => {
  const later = consent({ given_at: day(10) })
  expect(giveConsent(statement, [later], target)).toMatchObject({ given_at: day(10) })
  expect(withdrawConsent(statement, [later], day(9))).toMatchObject({ ended: { ended_at: day(10) } })
})

test('only a consent in force can be withdrawn', () => {
  const stands = consent({ given_at: day(3) })
  const history = [consent({ status: 'replaced', ended_at: day(3) }), stands]
  const { consent: standingConsent, ended } = withdrawConsent(
    { ...statement, source: 'call' },
    history,
    day(9),
  )
  expect(standingConsent).toBe(stands)
  expect(ended).toEqual({ ended_at: day(9), withdrawal_source: 'call' })
  const early = () => withdrawConsent({ ...statement, at: day(2) }, history, day(9))
  expect(thrown(early)).toEqual(refused('consent_time_order'))
  expect(thrown(() => withdrawConsent(statement, [history[0]!], day(9)))).toEqual(
    refused('consent_not_given'),
  )
})

const [early, late] = [consent({ given_at: day(1) }), consent({ given_at: day(5) })]
const withdrawn = (ended: number) =>
  consent({ status: 'withdrawn', ended_at: day(ended), withdrawal_source: 'call' })

test.each<[string, Consent[], [Consent, object][]]>([
  ['one stands', [early], []],
  [
    'the later replaces the earlier',
    [late, early],
    [[early, { move: 'replace', ended: { ended_at: day(5) } }]],
  ],
  ['other channels are others', [early, { ...late, channel: 'sms' }], []],
  ['an earlier withdrawal is past', [late, withdrawn(4)], []],
  [
    'a later withdrawal counts',
    [early, withdrawn(4)],
    [[early, { move: 'withdraw', ended: { ended_at: day(4), withdrawal_source: 'call' } }]],
  ],
])('of two people’s records %s', (_, records, expected) => {
  const ending = joinConsents(records)
  expect(ending.map(({ consent: { id } }) => id)).toEqual(expected.map(([{ id }]) => id))
  for (const [index, [, change]] of expected.entries()) expect(ending[index]).toMatchObject(change)
})

test('nothing is in force after everything has ended', () => {
  expect(standing([withdrawn(2)])).toBeNull()
})
