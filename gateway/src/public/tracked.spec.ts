// Links of e-mails lead on to their targets.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { startTestService, type TestService } from '../http/test-service.ts'

let system: TestSystem
let crm: TestService
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService] })
  crm = await startTestService()
  gateway = await startTestGateway(system, { services: { ...system.addresses, crm: crm.url } })
  school = await newSchool(gateway)
})
afterAll(async () => {
  await gateway?.stop()
  await crm?.stop()
  await system?.stop()
})

test.each([
  ['https://one.example/a?b=1&c=%20#d', 'https://one.example/a?b=1&c=%20#d'],
  // As people write them into a template.
  [
    'https://школа.example/курс в мае?имя=ä',
    'https://xn--80atdl2c.example/%D0%BA%D1%83%D1%80%D1%81%20%D0%B2%20%D0%BC%D0%B0%D0%B5?%D0%B8%D0%BC%D1%8F=%C3%A4',
  ],
  ['https://a b.example/ä', 'https://a%20b.example/%C3%A4'],
])('%s', async (target, location) => {
  crm.act = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ target }))
  const answer = await gateway.call('GET', '/links/token', { host: school.host })
  expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 302, location })
})

test.each([
  ['links', 302],
  ['opens', 200],
])('a program that asks only for the head of /%s is no reader', async (kind, status) => {
  const agents: string[] = []
  crm.act = (_, response, body) => {
    agents.push(JSON.parse(body).agent)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ target: null }))
  }
  const headers = { 'user-agent': 'a browser' }
  for (const method of ['HEAD', 'GET'])
    expect((await gateway.call(method, `/${kind}/token`, { host: school.host, headers })).status).toBe(status)
  expect(agents).toEqual(['bot', 'a browser'])
})

test('a mail is shown as a document in which nothing runs, and that no other page shows', async () => {
  crm.act = (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ html: '<!doctype html><p>Hello' }))
  const answer = await gateway.call('GET', '/mails/token', { host: school.host })
  expect(answer).toMatchObject({ status: 200, body: '<!doctype html><p>Hello' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'; sandbox/),
  })
  crm.act = (_, response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  expect(await gateway.call('GET', '/mails/token', { host: school.host })).toMatchObject({ status: 404 })
})
