import { effectOn, isClear } from './bulk.rules.ts'

const none = {
  course_id: null,
  expires_at: null,
  term_days: null,
  group_id: null,
  tag_id: null,
  field: null,
  value: null,
  mailing_id: null,
  scenario_id: null,
} as const
const crs = 'crs_01h455vb4pex5vsknk084sn02q'
const tag = 'tag_01h455vb4pex5vsknk084sn02q'
const user = 'usr_01h455vb4pex5vsknk084sn02q'

test.each([
  [true, { kind: 'grant_access', course_id: crs }],
  [true, { kind: 'grant_access', course_id: crs, term_days: 30 }],
  [false, { kind: 'grant_access', course_id: crs, term_days: 30, expires_at: '2030-01-01T00:00:00Z' }],
  [false, { kind: 'revoke_access', course_id: crs, term_days: 30 }],
  [true, { kind: 'add_tag', tag_id: tag }],
  [false, { kind: 'add_tag' }],
  [false, { kind: 'add_tag', tag_id: tag, course_id: crs }],
  [false, { kind: 'add_to_group', tag_id: tag }],
  [true, { kind: 'remove_tag', tag_id: tag }],
  [false, { kind: 'remove_tag', tag_id: tag, value: 'x' }],
  [true, { kind: 'set_field', field: 'city', value: 'Bonn' }],
  [true, { kind: 'set_field', field: 'city' }],
  [false, { kind: 'set_field', value: 'Bonn' }],
  [false, { kind: 'remove_from_group', field: 'city' }],
] as const)('%s: %j', (clear, fields) => {
  expect(isClear({ ...none, ...fields })).toBe(clear)
})

test('the key of an effect is of the action and the person: repeated, it is the same', () => {
  const order = { ...none, id: 'blk_1', kind: 'add_tag', tag_id: tag } as const
  expect(effectOn(order, user)).toEqual({
    kind: 'add_tag',
    key: `bulk blk_1 ${user}`,
    user_id: user,
    tag_id: tag,
  })
})
