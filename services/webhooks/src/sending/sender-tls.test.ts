import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import type { Resolver } from '@lms/service-host/outside'
import { selfSigned } from '@lms/testing/certificates'
import type { SenderOptions } from './sender.ts'
import { closeAll, listen, sender } from './test-receiver.ts'

afterEach(closeAll)

describe('TLS', () => {
  const { key, cert, expired } = selfSigned('hook.example')

  async function deliverTls(certificate: string, options: Partial<SenderOptions>, host = 'hook.example') {
    const server = createTlsServer({ key, cert: certificate }, (req, res) => {
      res.end(`${(req.socket as unknown as { servername: string }).servername} ${req.headers.host}`)
    })
    const port = await listen(server)
    const resolver: Resolver = { resolve: async () => ['127.0.0.1'] }
    const outcome = await sender({ resolver, ...options })({ url: `https://${host}:${port}/` })
    return { outcome, port }
  }

  test('a trusted certificate: SNI and Host carry the name', async () => {
    const { outcome, port } = await deliverTls(cert, { ca: [cert] })
    expect(outcome).toMatchObject({ ok: true, body: `hook.example hook.example:${port}` })
  })

  test('self-signed', async () => {
    const { outcome } = await deliverTls(cert, {})
    expect(outcome).toMatchObject({
      ok: false,
      error: 'tls_untrusted',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })

  test('expired', async () => {
    const { outcome } = await deliverTls(expired, { ca: [expired] })
    expect(outcome).toMatchObject({ ok: false, error: 'tls_expired', detail: 'CERT_HAS_EXPIRED' })
  })

  test.each(['other.example', '127.0.0.1'])('for another name than %s', async host => {
    const { outcome } = await deliverTls(cert, { ca: [cert] }, host)
    expect(outcome).toMatchObject({
      ok: false,
      error: 'tls_untrusted',
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('a receiver without TLS, or one that aborts the handshake', async () => {
    const resolver: Resolver = { resolve: async () => ['127.0.0.1'] }
    for (const speak of [(s: Socket) => s.write('HTTP/1.1 400 Bad\r\n\r\n'), (s: Socket) => s.destroy()]) {
      const port = await listen(createTcpServer(socket => socket.once('data', () => speak(socket))))
      const outcome = await sender({ resolver })({ url: `https://hook.example:${port}/` })
      expect(outcome).toMatchObject({ ok: false, status: null, error: 'tls', ours: false })
    }
  })
})
