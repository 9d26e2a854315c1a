import { apiDocuments, guidePages } from '../documents.ts'
import { type PublicFront, startPublicFront } from './test-site.ts'

describe('the documentation', () => {
  let front: PublicFront
  beforeAll(async () => {
    front = await startPublicFront({ documents: apiDocuments(), guides: guidePages() })
  })
  afterAll(() => front.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    front.gateway.call('GET', path, { host: front.school.host, headers })

  test('has its four doors at every school, one of which is the reference', async () => {
    const start = await get('/docs/start')
    expect(start).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    })
    expect(start.body).toContain('<a href="/docs">')
    expect((await get('/docs')).body).toContain('<a href="/docs/start">Start</a>')
    // The site service is asked for none of them.
    expect(front.questions).toEqual([])
  })

  test.each([
    ['/docs/guides/use-the-client', 'text/html; charset=utf-8', 'Use the client'],
    ['/docs/services/learning/src/homework', 'text/html; charset=utf-8', 'late penalty'],
    ['/docs/api/users.txt', 'text/plain; charset=utf-8', '/v1/users'],
  ])('%s is a page of it, which is not sent again to a client that has it', async (path, type, text) => {
    const page = await get(path)
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': type } })
    expect(page.body).toContain(text)
    const { etag } = page.headers
    expect((await get(path, { 'if-none-match': etag! })).status).toBe(304)
  })

  test.each(['/docs/nothing', '/docs/', '/docs/guides', '/docs/guides/../start', '/docs/package.json'])(
    '%s is none',
    async path => {
      expect((await get(path)).status).toBe(404)
    },
  )

  test('is at the platform team’s address, too, without a token', async () => {
    const at = async (path: string) => {
      const answer = await fetch(`${front.gateway.operatorUrl}${path}`)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    for (const path of ['/docs/start', '/docs/guides/back-up', '/docs', '/openapi.json'])
      expect((await at(path)).status).toBe(200)
    expect((await at('/docs/start')).text).toBe((await get('/docs/start')).body)
    expect((await at('/')).text).toContain('/docs/start')
    expect((await at('/docs/nothing')).status).toBe(404)
    expect((await at('/docsx')).status).toBe(401)
  })
})
