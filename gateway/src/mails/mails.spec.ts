// Mails that the installation catches, as its operator reads them.
import { createHash } from 'node:crypto'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { createTransport } from 'nodemailer'

const viewer = 'a-viewer-of-this-installation'
let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService] })
  const hash = createHash('sha256').update(viewer).digest()
  gateway = await startTestGateway(system, {
    mailPort: 0,
    operators: [{ name: 'vera', role: 'viewer', hash }],
  })
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const send = (mail: object) =>
  createTransport({ host: '127.0.0.1', port: gateway.running.mailPort! }).sendMail(mail)
const get = async (
  path: string,
  accept = 'application/json',
  token = gateway.operatorToken,
  scheme = 'Bearer',
) => {
  const answer = await fetch(`${gateway.operatorUrl}${path}`, {
    headers: { accept, ...(token && { authorization: `${scheme} ${token}` }) },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const inBrowser = (path: string) =>
  get(path, 'text/html', Buffer.from(`any:${gateway.operatorToken}`).toString('base64'), 'Basic')

test('the operator reads the list, and of each mail the HTML, the text, the source and the links', async () => {
  await send({
    from: { name: 'Schule am Hafen', address: 'lms@mail.example' },
    to: { name: '', address: 'ann@school.example' },
    subject: 'Ihre Bestellung – 7',
    html: '<!doctype html><html><head></head><body><p>Grüße</p><a href="https://school.example/pay?a=1&amp;b=2">Pay</a><script>1</script></body></html>',
    text: 'Grüße\n\nPay [https://school.example/pay?a=1&b=2]\nMore: https://school.example/more.',
    attachments: [{ filename: 'day.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
  })
  const list = JSON.parse((await get('/mails')).text)
  expect(list).toMatchObject({ kept: 1, came: 1, mails: [{ id: 1, subject: 'Ihre Bestellung – 7' }] })
  const mail = JSON.parse((await get('/mails/1')).text)
  expect(mail).toMatchObject({
    to: 'ann@school.example',
    envelope: { from: 'lms@mail.example', to: ['ann@school.example'] },
    links: ['https://school.example/pay?a=1&b=2', 'https://school.example/more'],
    attachments: [{ name: 'day.ics', type: 'text/calendar', bytes: 15 }],
  })
  expect(mail.from).toContain('Schule am Hafen')
  expect((await get('/mails/1/text')).text).toContain('Grüße')
  expect((await get('/mails/1/source')).text).toMatch(/^Subject: =\?UTF-8/m)
  const html = await inBrowser('/mails/1/html')
  expect(html.text).toContain('<p>Grüße</p>')
  expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
  const page = await inBrowser('/mails/1')
  expect(page.text).toContain('<iframe title="The mail" src="/mails/1/html">')
  expect(page.text).toContain('href="https://school.example/pay?a=1&#38;b=2"')
  expect((await inBrowser('/mails')).text).toContain('<a href="/mails/1">Ihre Bestellung – 7</a>')
  for (const path of ['/mails/2', '/mails/1/other', '/mails/x', '/mails/'])
    expect((await get(path)).status).toBe(404)
})

test('nobody else does, and a browser is asked for the token', async () => {
  const anonymous = await get('/mails', 'text/html', '')
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('Basic'),
  ])
  expect((await get('/mails', 'text/html', 'wrong')).status).toBe(401)
  expect((await get('/mails', 'application/json', viewer)).status).toBe(403)
  // A browser would send these credentials with forms of other sites, too.
  const basic = Buffer.from(`any:${gateway.operatorToken}`).toString('base64')
  expect((await get('/operator/v1/schools', 'application/json', basic, 'Basic')).status).toBe(401)
})

test('a gateway that catches none says so', async () => {
  expect(JSON.parse((await get('/')).text).mails).toBe('/mails')
  const other = await startTestGateway(system)
  const answer = await fetch(`${other.operatorUrl}/mails`, {
    headers: { authorization: `Bearer ${other.operatorToken}` },
  })
  expect([answer.status, ((await answer.json()) as any).error.message]).toEqual([
    404,
    expect.stringContaining('mail server'),
  ])
  await other.stop()
})
