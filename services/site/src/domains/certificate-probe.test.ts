import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Resolver } from '@lms/service-host/outside'
import { selfSigned } from '@lms/testing/certificates'
import { certificateOf } from './certificate.rules.ts'
import { certificateProbe } from './certificate-probe.ts'

const { key, cert, expired } = selfSigned('school.example')
const here = { allowHttp: false, allowLoopback: true, allowPrivate: false }
const toHere: Resolver = { resolve: async () => ['127.0.0.1'] }

const servers: { server: Server; sockets: Set<Socket> }[] = []
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
})
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => {})))
  servers.push({ server, sockets })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}
/** The state of the certificate that a server shows to a host. */
async function look(
  server: Server,
  options: Partial<Parameters<typeof certificateProbe>[0]> = {},
  host = 'school.example',
) {
  const port = await listen(server)
  const probe = certificateProbe({ resolver: toHere, policy: here, port, timeoutMs: 20_000, ...options })
  return certificateOf(await probe(host), new Date())
}
const showing = (certificate: string, onName?: (name: string) => void) =>
  createTlsServer({
    key,
    cert: certificate,
    SNICallback: (name, done) => {
      onName?.(name)
      done(null)
    },
  })

test('a trusted certificate for the name, which the server is asked for', async () => {
  const names: string[] = []
  const certificate = await look(
    showing(cert, name => names.push(name)),
    { ca: [cert] },
  )
  expect(certificate).toMatchObject({ status: 'valid', problem: null })
  expect(Date.parse(certificate.expires_at!) - Date.now()).toBeGreaterThan(47 * 3_600_000)
  expect(names).toEqual(['school.example'])
})

test('an unknown issuer', async () => {
  expect(await look(showing(cert))).toMatchObject({ status: 'invalid', problem: 'untrusted' })
})

test('a certificate for another name', async () => {
  expect(await look(showing(cert), { ca: [cert] }, 'other.example')).toMatchObject({
    status: 'invalid',
    problem: 'other_name',
  })
})

test('an expired certificate', async () => {
  const certificate = await look(showing(expired), { ca: [expired] })
  expect(certificate).toMatchObject({ status: 'expired' })
  expect(Date.parse(certificate.expires_at!)).toBeLessThan(Date.now())
})

test.each([
  ['speaks no TLS', (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), {}],
  ['hangs up', (socket: Socket) => void socket.destroy(), {}],
  ['is silent', () => {}, { timeoutMs: 1000 }],
])('a server that %s', async (_, speak, options) => {
  const server = createTcpServer(socket => void socket.once('data', () => speak(socket)))
  expect(await look(server, options)).toMatchObject({ status: 'none', problem: 'no_tls' })
})

test('a port without a server', async () => {
  const port = await listen(createTcpServer())
  const { server } = servers.pop()!
  await new Promise(resolve => server.close(resolve))
  const probe = certificateProbe({ resolver: toHere, policy: here, port })
  expect(await probe('school.example')).toEqual({ none: 'no_connection' })
})

test('a name without an address, and one that leads into a private network, are not connected to', async () => {
  let connections = 0
  const server = createTcpServer(() => void connections++)
  const port = await listen(server)
  const probe = (resolve: Resolver['resolve'], policy = { ...here, allowLoopback: false }) =>
    certificateProbe({ resolver: { resolve, isAlive: async () => true }, policy, port })('school.example')
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(code), { code })
  }
  expect(await probe(failing('ENOTFOUND'))).toEqual({ none: 'no_address' })
  expect(await probe(failing('ETIMEOUT'))).toEqual({ none: 'no_address' })
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])
    expect(await probe(async () => ['93.184.216.34', address])).toEqual({ none: 'forbidden_address' })
  expect(connections).toBe(0)
})
