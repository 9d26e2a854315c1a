// Who looks at pages is counted without a cookie, and nothing is kept by which anybody could be found.
import { analyticsService } from '@lms/analytics/service'
import { commerceService } from '@lms/commerce/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService, siteService, analyticsService] })
  gateway = await startTestGateway(system, { trustedProxies: ['127.0.0.1'] })
  school = await newSchool(gateway)
  for (const path of ['/', '/course']) {
    const { body } = await api('POST', '/pages', { path, title: 'Course' })
    const blocks = [{ type: 'text', html: '<p>All about it.</p>' }]
    const saved = await api('PUT', `/pages/${body.id}/content`, { blocks })
    expect(saved.status).toBe(200)
    expect((await api('POST', `/pages/${body.id}/publish`, { action: 'publish' })).status).toBe(201)
  }
})
afterAll(async () => {
  await gateway.stop()
  await system.stop()
})

const api = (method: string, path: string, body: object) =>
  gateway.call(method, `/api/v1${path}`, { host: school.host, key: school.key, body })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

function visit(
  path: string,
  address: string,
  agent: string,
  more: Record<string, string> = {},
  method = 'GET',
) {
  const headers = { 'user-agent': agent, 'x-forwarded-for': address, accept: 'text/html', ...more }
  return gateway.call(method, path, { host: school.host, headers })
}

async function figures(dimensions: string[]) {
  const { body } = await api('POST', '/analytics/query', { metrics: ['visitors'], dimensions })
  return body.data.map((row: { dimensions: Record<string, string>; values: { visitors: number } }) => [
    ...Object.values(row.dimensions),
    row.values.visitors,
  ])
}

test('visitors are counted by page and channel; programs, heads, what is not there and what is loaded ahead are not', async () => {
  const answers = [
    await visit('/?utm_source=News&utm_medium=mail', '192.0.2.1', firefox),
    await visit('/course', '192.0.2.1', firefox),
    await visit('/course/../course', '192.0.2.1', firefox),
    await visit('/course', '192.0.2.1', iphone),
    await visit('/course', '192.0.2.2', firefox),
    // One network of IPv6 is one visitor with one browser.
    await visit('/', '2001:db8::1', firefox),
    await visit('/', '2001:db8::2', firefox),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.every(({ headers }) => headers['set-cookie'] === undefined)).toBe(true)
  await visit('/course', '192.0.2.3', googlebot)
  await visit('/course', '192.0.2.3', 'curl/8.14.1')
  await visit('/course', '192.0.2.3', '')
  await visit('/course', '192.0.2.4', firefox, {}, 'HEAD')
  await visit('/course', '192.0.2.4', firefox, { 'sec-purpose': 'prefetch' })
  await visit('/nowhere', '192.0.2.5', firefox)
  await visit('/robots.txt', '192.0.2.5', firefox)
  await visit('/docs', '192.0.2.5', firefox)
  await eventually('all visitors', async () => (await figures([]))[0]?.[0] === 4)
  expect(await figures(['page'])).toEqual([
    ['/', 2],
    ['/course', 3],
  ])
  expect(await figures(['source', 'medium'])).toEqual([
    ['', '', 3],
    ['news', 'mail', 1],
  ])
})

test('no table keeps an address or a browser, and a hash is of no use without the salt of its day', async () => {
  await visit('/', '198.51.100.77', firefox)
  const rows = () =>
    asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query('select * from analytics.visitors where school_id = $1', [
        school.schoolId,
      ])
      return rows as { visitor: string }[]
    })
  await eventually(
    'the visitor',
    async () => new Set((await rows()).map(({ visitor }) => visitor)).size === 5,
  )
  const kept = JSON.stringify(await rows())
  expect(kept).not.toMatch(/198\.51|192\.0|2001:|Firefox|iPhone/)
})
