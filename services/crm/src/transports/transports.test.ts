// One suite for all transports that go outside: each meets a double of its other side.

import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailServer } from '@lms/testing/mail-server'
import { Webhook } from 'standardwebhooks'
import type { TransportKind } from '../addresses/kinds.ts'
import { CrmSettings } from '../settings/crm-settings.ts'
import type { Finished, SendingContext } from './transport.ts'
import { transports } from './transports.ts'

/** The other side of a transport, and what has arrived there. */
interface Double {
  readonly context: SendingContext
  readonly knownAddress: string
  readonly gone: string
  arrived(): string[]
  /** It takes nothing until the end of the test. */
  busy(): void
  close(): Promise<unknown>
}

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

function contextOf(environment: Record<string, string>, settings: object, secrets: Record<string, string>) {
  return {
    runtime: { config: { settings: environment }, clock: { now: () => new Date() } },
    signal: AbortSignal.timeout(20_000),
    settings: CrmSettings.parse(settings),
    school: { name: 'Painting school', url: 'https://school.example', domains: ['school.example'] },
    secret: (path: string) => secrets[path] ?? null,
  } as unknown as SendingContext
}

async function emailDouble(): Promise<Double> {
  const server = await startMailServer()
  const unknownAddress = 'gone@school.example'
  server.gone.add(unknownAddress)
  const dkim = { domain: 'school.example', selector: 'lms' }
  return {
    context: contextOf(
      { LMS_SMTP_URL: server.url },
      { email: { from_address: 'school@school.example', dkim } },
      { 'email.dkim.private_key': privateKey },
    ),
    knownAddress: 'ann@school.example',
    gone: unknownAddress,
    arrived: () => server.mails.map(({ text }) => text),
    busy: () => {
      server.refusals = 1000
    },
    close: server.close,
  }
}

/** A server that answers each request by its body. */
async function listening(
  answer: (body: any, request: IncomingMessage, text: string) => { status: number; body: object },
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      const { status, body } = answer(JSON.parse(text), request, text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const closing = (server: Server) => () =>
  new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })

async function telegramDouble(): Promise<Double> {
  const arrived: string[] = []
  let isBusy = false
  const { url, server } = await listening(({ chat_id, text }, request) => {
    expect(request.url).toBe('/bot1:token/sendMessage')
    const failed = (error_code: number, description: string) => ({
      status: error_code,
      body: { ok: false, error_code, description },
    })
    if (isBusy) return failed(429, 'Too Many Requests: retry after 5')
    if (String(chat_id) === '2') return failed(403, 'Forbidden: bot was blocked by the user')
    arrived.push(text)
    return { status: 200, body: { ok: true, result: { message_id: arrived.length } } }
  })
  return {
    context: contextOf({ LMS_TELEGRAM_URL: url }, {}, { 'telegram.bot_token': '1:token' }),
    knownAddress: '1',
    gone: '2',
    arrived: () => arrived,
    busy: () => {
      isBusy = true
    },
    close: closing(server),
  }
}

const providerDouble = (kind: 'sms' | 'push') => async (): Promise<Double> => {
  const arrived = new Map<string, string>()
  let isBusy = false
  const { url, server } = await listening((body, request, text) => {
    new Webhook(secret).verify(text, request.headers as Record<string, string>)
    if (isBusy) return { status: 503, body: { message: 'not now' } }
    if (body.to === '+492') return { status: 410, body: { message: 'no such number' } }
    arrived.set(String(request.headers['webhook-id']), text)
    return { status: 202, body: { status: 'sent' } }
  })
  return {
    context: contextOf(
      { LMS_MESSAGES_ALLOW_PRIVATE: '1' },
      { [kind]: { url } },
      { [`${kind}.secret`]: secret },
    ),
    knownAddress: '+491',
    gone: '+492',
    arrived: () => [...arrived.values()],
    busy: () => {
      isBusy = true
    },
    close: closing(server),
  }
}

const message = (to: string): Finished => ({
  id: 'msg_01h455vb4pex5vsknk084sn02q',
  to,
  subject: 'It begins',
  html: '<p>See you</p>',
  text: 'See you',
  attachments: [],
  returnTo: null,
  unsubscribeUrl: 'https://school.example/unsubscribe/1',
})

describe.each<[TransportKind, () => Promise<Double>]>([
  ['email', emailDouble],
  ['telegram', telegramDouble],
  ['sms', providerDouble('sms')],
  ['push', providerDouble('push')],
])('%s', (kind, start) => {
  const transport = transports[kind]
  let double: Double
  beforeAll(async () => {
    double = await start()
  })
  afterAll(() => double.close())
  const send = (to: string) => transport.handOver(message(to), double.context)

  test('a message arrives with its content and the way out', async () => {
    expect(await send(double.knownAddress)).toMatchObject({ status: 'sent' })
    expect(double.arrived()).toHaveLength(1)
    expect(double.arrived()[0]).toContain('See you')
    expect(double.arrived()[0]).toContain('https://school.example/unsubscribe/1')
  })

  test('it recognizes a repetition, if it says so', async () => {
    await send(double.knownAddress)
    expect(double.arrived()).toHaveLength(transport.repeats ? 1 : 2)
  })

  test('a receiver who does not exist is a hard bounce', async () => {
    expect(await send(double.gone)).toMatchObject({ status: 'refused', bounce: 'hard' })
  })

  test('without its settings a message waits', async () => {
    expect(await transport.handOver(message(double.knownAddress), contextOf({}, {}, {}))).toMatchObject({
      status: 'deferred',
    })
  })

  test('what it does not take now is tried again', async () => {
    double.busy()
    expect(await send(double.knownAddress)).toMatchObject({ status: 'deferred' })
  })
})

test('a text that is too long for Telegram is cut before the way out, and not in half a character', async () => {
  const double = await telegramDouble()
  const end = '\n\nhttps://school.example/unsubscribe/1'
  for (const more of ['', '.']) {
    const text = `${'😀'.repeat(2100)}${more}`
    await transports.telegram.handOver(
      { ...message(double.knownAddress), subject: more, text },
      double.context,
    )
  }
  for (const arrived of double.arrived()) {
    expect(arrived.isWellFormed()).toBe(true)
    expect(arrived.length).toBeLessThanOrEqual(4096)
    expect(arrived.endsWith(end)).toBe(true)
  }
  expect(double.arrived()).toHaveLength(2)
  await double.close()
})

test('an e-mail is signed with the headers that unsubscribe', async () => {
  const double = await emailDouble()
  await transports.email.handOver(message(double.knownAddress), double.context)
  const [text] = double.arrived()
  const signature = /DKIM-Signature: ([\s\S]*?)\r\n\S+:/.exec(text!)![1]!.replace(/\s/g, '')
  expect(signature).toContain('d=school.example')
  expect(signature).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/)
  await double.close()
})

test.each([
  ['https://10.0.0.1/sms', 'The address of the provider cannot be used: private.'],
  ['http://provider.example/sms', 'The address of the provider cannot be used: scheme.'],
])('nothing is sent to %s, and the message says why', async (url, answer) => {
  const context = contextOf({}, { sms: { url } }, { 'sms.secret': secret })
  expect(await transports.sms.handOver(message('+491'), context)).toEqual({ status: 'deferred', answer })
})

test('an e-mail whose server is gone before its answer may have left: it is not sent again', async () => {
  const server = await startMailServer()
  const context = contextOf({ LMS_SMTP_URL: server.url, LMS_MAIL_FROM: 'lms@mail.example' }, {}, {})
  const send = () => transports.email.handOver(message('ann@school.example'), context)
  server.unanswered = 1
  await expect(send()).rejects.toThrow('closed')
  expect(server.mails).toHaveLength(1)
  expect(await send()).toMatchObject({ status: 'sent' })
  await server.close()
  expect(await send()).toMatchObject({ status: 'deferred' })
})
