import { catalog } from './catalog.ts'
import type { Seen } from './objects.ts'
import { reachOf } from './reach.ts'
import type { Ask } from './transport.ts'

const tools = await catalog()
const rest = '01h455vb4pex5vsknk084sn02q'
const start = tools.find('POST', `/v1/mailings/mlg_${rest}/start`)!

/** A school with a segment of 4000 people, a group of 12,000, and 700 people in all. */
const ask: Ask = async ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://school')
  if (pathname === `/v1/segments/seg_${rest}`)
    return { status: 200, body: { id: `seg_${rest}`, version: 1, size: 4000 } }
  const all = pathname === '/v1/users' ? 700 : 12_000
  const [from, most] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))]
  const to = Math.min(all, from + most)
  return {
    status: 200,
    body: { data: Array.from({ length: to - from }, () => ({})), next_cursor: to < all ? String(to) : null },
  }
}
const reachOfMailing = (audience: object) => {
  const seen: Seen[] = [{ id: `mlg_${rest}`, name: 'Autumn', version: 1, fields: {}, audience }]
  return reachOf(tools, start, '{}', seen, ask)
}

test.each([
  [
    'its segments',
    { segment_ids: [`seg_${rest}`], user_ids: [`usr_${rest}`] },
    { people: 4001, least: 4001 },
  ],
  ['everyone', { everyone: true }, { people: 700, least: 700 }],
  ['a group that is not counted to its end', { group_ids: [`grp_${rest}`] }, { people: null, least: 10_000 }],
])('the start of a mailing reaches %s', async (_, audience, reach) => {
  expect(await reachOfMailing(audience)).toMatchObject(reach)
})

test('its test mail reaches nobody of its audience', async () => {
  const testMail = tools.find('POST', `/v1/mailings/mlg_${rest}/test`)!
  const seen: Seen[] = [
    { id: `mlg_${rest}`, name: 'Autumn', version: 1, fields: {}, audience: { everyone: true } },
  ]
  expect(await reachOf(tools, testMail, '{}', seen, ask)).toMatchObject({ people: null, least: 0 })
})

test('a group of thousands is counted', async () => {
  const grant = tools.find('POST', `/v1/groups/grp_${rest}/members`)!
  expect(await reachOf(tools, grant, null, [], ask)).toMatchObject({ people: null, least: 10_000 })
})
