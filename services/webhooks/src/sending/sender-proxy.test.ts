// Through the cluster's proxy: the guard decides on the address, the proxy gets that address, TLS ends at the receiver.
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { AddressPolicy, Resolver } from '@lms/service-host/outside'
import { selfSigned } from '@lms/testing/certificates'
import { readProxy } from './egress-proxy.ts'
import { closeAll, listen, never, sender } from './test-receiver.ts'

afterEach(closeAll)

const open: AddressPolicy = { allowHttp: false, allowLoopback: false, allowPrivate: false }
const { key, cert } = selfSigned('hook.example')
const publicAddress = '93.184.216.34'
const other = '93.184.216.35'

/** The proxy's behaviour: connects to the receiver, for any requested address, or answers. */
type Behaviour = (target: string, client: Socket, tunnel: () => void) => void

async function startProxy(behaviour: Behaviour = (_target, _client, tunnel) => tunnel()) {
  const requests: { target: string; authorization: string | undefined }[] = []
  const receiver = createTlsServer({ key, cert }, (req, res) => {
    res.end(`${(req.socket as unknown as { servername: string }).servername} ${req.headers.host}`)
  })
  const receiverPort = await listen(receiver)
  const server = createServer().on('connect', (request, client: Socket) => {
    requests.push({ target: request.url!, authorization: request.headers['proxy-authorization'] })
    client.on('error', never)
    behaviour(request.url!, client, () => {
      const upstream = connect(receiverPort, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        upstream.pipe(client).pipe(upstream)
      })
      upstream.on('error', never)
    })
  })
  const port = await listen(server)
  return { requests, port, proxy: readProxy(`http://lms:p%40ss@127.0.0.1:${port}`) }
}

const answering = (...addresses: string[]): Resolver => ({ resolve: async () => addresses })
const url = 'https://hook.example/'

test('the proxy gets the checked address and the credential; name, SNI and Host stay the receiver’s', async () => {
  const { requests, proxy } = await startProxy()
  const send = sender({ policy: open, resolver: answering(publicAddress), ca: [cert], proxy })
  expect(await send({ url })).toMatchObject({ ok: true, body: 'hook.example hook.example' })
  for (let i = 0; i < 4; i++) expect(await send({ url })).toMatchObject({ ok: true })
  const authorization = `Basic ${Buffer.from('lms:p@ss').toString('base64')}`
  for (const one of requests) expect(one).toEqual({ target: `${publicAddress}:443`, authorization })
  // Tunnels are kept alive as connections are.
  expect([1, 2]).toContain(requests.length)
})

test('an IPv6 address is sent in brackets, with its port', async () => {
  const { requests, proxy } = await startProxy()
  const send = sender({ policy: open, resolver: answering('2606:2800:220:1::1'), ca: [cert], proxy })
  expect(await send({ url: 'https://hook.example:8443/' })).toMatchObject({ ok: true })
  expect(requests[0]!.target).toBe('[2606:2800:220:1::1]:8443')
})

test('a name is looked up once for a connection: a later answer has no effect', async () => {
  const { requests, proxy } = await startProxy()
  const answers = [[publicAddress], ['169.254.169.254']]
  const resolver: Resolver = { resolve: async () => answers.shift() ?? [] }
  const send = sender({ policy: open, resolver, ca: [cert], proxy })
  expect(await send({ url })).toMatchObject({ ok: true })
  expect(requests).toHaveLength(1)
  expect(answers).toHaveLength(1)
  const next = sender({ policy: open, resolver, ca: [cert], proxy })
  expect(await next({ url })).toMatchObject({ error: 'blocked_address', detail: 'link_local' })
  expect(requests).toHaveLength(1)
})

test.each([
  ['a private address', ['10.0.0.1']],
  ['this machine', ['127.0.0.1']],
  ['cloud metadata', ['169.254.169.254']],
  ['a forbidden address beside an allowed one', [publicAddress, '10.0.0.1']],
])('the proxy is never asked for %s', async (_, addresses) => {
  const { requests, proxy } = await startProxy()
  const send = sender({ policy: open, resolver: answering(...addresses), ca: [cert], proxy })
  expect(await send({ url })).toMatchObject({ ok: false, error: 'blocked_address', ours: false })
  for (const literal of addresses.filter(address => address !== publicAddress))
    expect(await send({ url: `https://${literal}/` })).toMatchObject({ error: 'blocked_address' })
  expect(requests).toEqual([])
})

test('this machine, if allowed, is reached without the proxy', async () => {
  const { requests, proxy } = await startProxy()
  const port = await listen(createServer((_req, res) => res.end('direct')))
  const send = sender({ policy: { ...open, allowHttp: true, allowLoopback: true }, proxy })
  expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ ok: true, body: 'direct' })
  expect(requests).toEqual([])
})

test('a certificate of another name is refused through the proxy too', async () => {
  const { proxy } = await startProxy()
  const send = sender({ policy: open, resolver: answering(publicAddress), ca: [cert], proxy })
  expect(await send({ url: 'https://other.example/' })).toMatchObject({ error: 'tls_untrusted' })
})

test.each([
  [502, { error: 'connect', detail: `proxy 502 ${publicAddress}:443`, ours: false }],
  [504, { error: 'timeout_connect', detail: `proxy 504 ${publicAddress}:443`, ours: false }],
  [503, { error: 'connect', detail: `proxy 503 ${publicAddress}:443`, ours: false }],
  [403, { error: 'proxy_refused', detail: `proxy 403 ${publicAddress}:443`, ours: false }],
  [407, { error: 'connect', detail: 'proxy 407', ours: true }],
  [500, { error: 'connect', detail: 'proxy 500', ours: true }],
  [400, { error: 'connect', detail: 'proxy 400', ours: true }],
])('a proxy that answers %i', async (status, outcome) => {
  const { proxy } = await startProxy((_, client) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  const send = sender({ policy: open, resolver: answering(publicAddress), proxy })
  expect(await send({ url })).toMatchObject({ ok: false, status: null, ...outcome })
})

test('if it cannot reach one address, it is asked for the next', async () => {
  const { requests, proxy } = await startProxy((target, client, tunnel) =>
    target.startsWith(other) ? tunnel() : client.end('HTTP/1.1 502 No\r\n\r\n'),
  )
  const send = sender({ policy: open, resolver: answering(publicAddress, other), ca: [cert], proxy })
  expect(await send({ url })).toMatchObject({ ok: true })
  expect(requests.map(({ target }) => target)).toEqual([`${publicAddress}:443`, `${other}:443`])
})

test('an unavailable proxy, or one that closes without an answer, is no failure of the receiver', async () => {
  const port = await listen(createServer())
  await closeAll()
  const resolver = answering(publicAddress)
  const unreachable = sender({ policy: open, resolver, proxy: readProxy(`http://127.0.0.1:${port}`) })
  expect(await unreachable({ url })).toMatchObject({
    error: 'connect',
    detail: 'proxy ECONNREFUSED',
    ours: true,
  })
  const { proxy } = await startProxy((_, client) => client.destroy())
  const closed = sender({ policy: open, resolver, proxy })
  expect(await closed({ url })).toMatchObject({ error: 'connect', detail: 'proxy ECONNRESET', ours: true })
})

test('an answer that never comes counts as a missing connection, and leaves nothing behind', async () => {
  let waiting: Socket | null = null
  const { proxy } = await startProxy((_, client) => {
    waiting = client
  })
  const send = sender({ policy: open, resolver: answering(publicAddress), proxy })
  expect(await send({ url, deadlineMs: 1000 })).toMatchObject({ error: 'timeout_connect', ours: false })
  const disconnected = new Promise(resolve => waiting!.once('close', resolve))
  await closeAll()
  await disconnected
})

describe('the setting', () => {
  test('has a port and credentials if given', () => {
    expect(readProxy('http://egress.example')).toEqual({
      host: 'egress.example',
      port: 80,
      authorization: null,
    })
    expect(readProxy('http://a:b@[fd00::1]:3128')).toMatchObject({ host: 'fd00::1', port: 3128 })
  })

  test.each([
    'https://u:secret@h',
    'socks5://u:secret@h:1',
    'u:secret@h:1',
    'http://u:secret@h/x',
    'http://u:secret%@h',
  ])('that is invalid is refused, and not repeated: %s', text => {
    expect(() => readProxy(text)).toThrow(/^LMS_WEBHOOK_PROXY must be (?!.*secret)/)
  })
})
