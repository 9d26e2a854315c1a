import { bodyOf, envelopeOf, readStored } from './envelope.ts'

const stored = {
  id: 'evt_01h455vb4pex5vsknk084sn02q',
  type: 'order.paid',
  created_at: '2026-01-01T00:00:00.000+00:00',
  api_version: 'v1',
  data: { object: { id: 'ord_1', note: '","data":"' }, previous: { note: null } },
  related: { user_id: 'usr_1' },
}

test('the body is the stored text with sequence and replayed in their places', () => {
  const { payload } = readStored(JSON.stringify(stored))!
  const { data, related, ...head } = stored
  expect(bodyOf(payload, 7, true)).toBe(
    JSON.stringify({ ...head, sequence: 7, replayed: true, data, related }),
  )
  expect(envelopeOf({ payload, sequence: 7 })).toEqual({ ...stored, sequence: 7, replayed: false })
})

test('another order of fields, time zone or spacing is converted to the canonical form', () => {
  const { data, related, ...head } = stored
  const given = JSON.stringify({ data, related, ...head, created_at: '2026-01-01T02:00:00+02:00' }, null, 2)
  expect(readStored(given)!.payload).toBe(JSON.stringify(stored))
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['no id', JSON.stringify({ ...stored, id: undefined })],
  ['an id of another kind', JSON.stringify({ ...stored, id: 'ord_01h455vb4pex5vsknk084sn02q' })],
  ['a type without group', JSON.stringify({ ...stored, type: 'paid' })],
  ['no time', JSON.stringify({ ...stored, created_at: 'now' })],
  ['no object', JSON.stringify({ ...stored, data: {} })],
  ['no related', JSON.stringify({ ...stored, related: null })],
])('%s is not an envelope', (_, text) => {
  expect(readStored(text)).toBeNull()
})
