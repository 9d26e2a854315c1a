import { bodyOf, envelopeOf, partOf, readStored } from './envelope.ts'

const stored = {
  id: 'evt_01h455vb4pex5vsknk084sn02q',
  type: 'order.paid',
  created_at: '2026-01-01T00:00:00.000+00:00',
  api_version: 'v1',
  data: { object: { id: 'ord_1', note: '","data":"' }, previous: { note: null } },
  related: { user_id: 'usr_1' },
}

const { data: _, related: __, ...head } = stored

test('the body is the stored text with sequence and replayed in their places', () => {
  const { payload } = readStored(JSON.stringify(stored))!
  const { data, related } = stored
  expect(bodyOf(payload, 7, true)).toBe(
    JSON.stringify({ ...head, sequence: 7, replayed: true, data, related }),
  )
  expect(envelopeOf({ payload, sequence: 7 })).toEqual({ ...stored, sequence: 7, replayed: false })
})

test('an envelope in the canonical form is stored to the letter, as its service has written it', () => {
  const text = JSON.stringify(stored).replace('"note":null', '"note":"\\u00fc","sum":1.0')
  expect(text).toContain('\\u00fc","sum":1.0')
  expect(readStored(text)!.payload).toBe(text)
})

test('another order of fields, time zone or spacing is converted to the canonical form', () => {
  const { data, related } = stored
  const text = JSON.stringify({ data, related, ...head, created_at: '2026-01-01T02:00:00+02:00' }, null, 2)
  expect(readStored(text)!.payload).toBe(JSON.stringify(stored))
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
  ['a text', '"evt"'],
  ['nothing', 'null'],
  ['an id that is no text', JSON.stringify({ ...stored, id: 1 })],
  ['a type that is no text', JSON.stringify({ ...stored, type: 1 })],
  ...[
    'Order.paid',
    'order.Paid',
    'order.paid.x',
    '.paid',
    'order.',
    '1order.paid',
    'order.1',
    ' order.paid',
  ].map(type => [`the type ${type}`, JSON.stringify({ ...stored, type })]),
  ['a time that is a number', JSON.stringify({ ...stored, created_at: 1 })],
  ['no data', JSON.stringify({ ...stored, data: null })],
  ['data that are a list', JSON.stringify({ ...stored, data: [] })],
  ['an object that is a list', JSON.stringify({ ...stored, data: { object: [] } })],
  ['links that are a list', JSON.stringify({ ...stored, related: [] })],
  ['a link that is no text', JSON.stringify({ ...stored, related: { user_id: 7 } })],
  ['a link to nothing', JSON.stringify({ ...stored, related: { user_id: null } })],
  ['no previous values', JSON.stringify({ ...stored, data: { object: {}, previous: null } })],
  ['previous values that are a list', JSON.stringify({ ...stored, data: { object: {}, previous: [] } })],
])('%s is not an envelope', (_, text) => {
  expect(readStored(text)).toBeNull()
})

test('a type may have digits and underlines', () => {
  const type = 'quiz_2.sent_to_3'
  expect(readStored(JSON.stringify({ ...stored, type }))!.facts.type).toBe(type)
})

test.each([
  ['a field in front', { first: 1, ...stored }],
  ['a field before its data', { ...head, more: 1, data: stored.data, related: stored.related }],
  ['another version', { ...stored, api_version: 'v2' }],
  ['another order', { ...{ type: stored.type }, ...stored }],
])('an envelope with %s is stored in the canonical form', (_, input) => {
  expect(readStored(JSON.stringify(input))!.payload).toBe(JSON.stringify(stored))
})

test('a part is the id and the named fields, of the object and of what was before', () => {
  const { payload } = readStored(JSON.stringify(stored))!
  const { data, ...rest } = JSON.parse(bodyOf(payload, 7, false, partOf(['note'])))
  expect(data).toEqual(stored.data)
  expect(rest).toEqual({ ...head, sequence: 7, replayed: false, related: stored.related })
  const thin = JSON.parse(bodyOf(payload, 7, false, partOf(['id'])))
  expect(thin.data).toEqual({ object: { id: 'ord_1' }, previous: {} })
  expect(bodyOf(payload, 7, false, partOf(null))).toBe(bodyOf(payload, 7, false))
})
