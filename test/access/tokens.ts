// Services called past the gateway: without its token, or with one for another service, a caller has no permission.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { contracts, operations } from '@lms/api'
import { fillPath, mayCall, newId, type Operation } from '@lms/contract'
import { type Identity, TokenSigner, tokenHeader } from '@lms/service-host'
import { hostOperations } from '@lms/service-host/front'
import type { BareResponse, TestSystem } from '@lms/testing'
import jwt from 'jsonwebtoken'
import type { Staff } from './staff.ts'

type Get = () => Staff & { system: TestSystem }

const services = contracts.map(({ service }) => service)
const publicOf = (service: string) => operations.find(each => each.service === service)!.operation
const internal = contracts.flatMap(({ service, internal }) =>
  [...Object.values(internal), hostOperations].flatMap(resource =>
    Object.values(resource as Record<string, Operation>).map(operation => ({ service, operation })),
  ),
)
const internalOf = (name: string) =>
  internal.filter(({ service }) => service === name).map(({ operation }) => operation)
const pathOf = ({ path }: Pick<Operation, 'path'>) =>
  fillPath(
    path,
    Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, newId('evt')])),
  )

/** Registers the tests of internal tokens. */
export function tokens(staff: Get): void {
  const send = (service: string, { method, path }: Operation, headers: Record<string, string>) =>
    staff().system.request(service, {
      method,
      path: pathOf({ path }),
      headers,
      ...(method === 'GET' ? {} : { body: {} }),
    })
  const expectNobody = (answer: BareResponse) =>
    expect(answer).toMatchObject({
      status: 401,
      body: { error: { code: 'unauthorized', reason: 'credential_invalid', details: [] } },
    })
  const asCaller = (): Identity => ({ kind: 'caller', caller: staff().system.caller() })
  const asService = (service: string): Identity => ({ kind: 'service', service, school: staff().at.schoolId })
  const keyOf = (name: string) => staff().system.installation.signing[name]!.privateKey
  const signed = (by: string, audience: string, identity: Identity, at = new Date()) =>
    new TokenSigner({ name: by, privateKey: keyOf(by) }, () => at).sign(audience, identity, newId('evt'))

  /** Tokens that a service must refuse, by their fault. */
  function badTokens(service: string): Record<string, string> {
    const other = services.find(name => name !== service)!
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const seconds = Math.floor(Date.now() / 1000)
    const payload = { ...asCaller(), iss: 'gateway', aud: service, iat: seconds, exp: seconds + 60 }
    const good = signed('gateway', service, asCaller())
    const [head, body, signature] = good.split('.') as [string, string, string]
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const secret = `${encoded({ alg: 'HS256', typ: 'JWT', kid: 'gateway' })}.${encoded(payload)}`
    const publicKey = staff().system.installation.signing.gateway!.publicKey
    return {
      'no token at all': '',
      'no token that can be read': 'a.b.c',
      'a key of the school': staff().at.key,
      'the operator’s token': staff().gateway.operatorToken,
      'for another service': signed('gateway', other, asCaller()),
      'for nobody': jwt.sign({ ...payload, aud: undefined }, keyOf('gateway'), {
        algorithm: 'ES256',
        keyid: 'gateway',
      }),
      expired: signed('gateway', service, asCaller(), new Date(Date.now() - 61_000)),
      'not signed': `${encoded({ alg: 'none', typ: 'JWT', kid: 'gateway' })}.${encoded(payload)}.`,
      'its signature cut off': `${head}.${body}.`,
      'signed with the public key as a secret': `${secret}.${createHmac('sha256', publicKey).update(secret).digest('base64url')}`,
      'signed by a stranger in the gateway’s name': jwt.sign(payload, stranger, {
        algorithm: 'ES256',
        keyid: 'gateway',
      }),
      'signed by a key that nobody knows': jwt.sign({ ...payload, iss: 'other' }, stranger, {
        algorithm: 'ES256',
        keyid: 'other',
      }),
      'with another school put in': `${head}.${encoded({ ...payload, caller: staff().system.caller() })}.${signature}`,
      'a service’s, naming a caller': signed(other, service, asCaller()),
      [ownCaller]: signed(service, service, asCaller()),
    }
  }

  const ownCaller = 'the service’s own, naming a caller'

  describe.each(services)('%s', service => {
    test('accepts only a token that the gateway signed for it, during its validity', async () => {
      const targets = [publicOf(service), internalOf(service)[0]!]
      for (const [what, token] of Object.entries(badTokens(service)))
        for (const operation of targets) {
          // An export is read in the name of its orderer: the service `service` signs for lists, also its own.
          if (service === 'service' && what === ownCaller && operation.list) continue
          const answer = await send(service, operation, token === '' ? {} : { [tokenHeader]: token })
          expect({ what, status: answer.status }).toEqual({ what, status: 401 })
          expectNobody(answer)
        }
      const good = signed('gateway', service, asCaller())
      expect((await send(service, publicOf(service), { [tokenHeader]: good })).status).toBeLessThan(300)
    })

    test('uses no header but the token', async () => {
      const { at, system } = staff()
      const caller = system.caller()
      const claims = {
        authorization: `Bearer ${at.key}`,
        'x-school-id': at.schoolId,
        'x-lms-school': at.schoolId,
        'x-lms-caller': JSON.stringify(caller),
        'x-caller': JSON.stringify(caller),
        'x-on-behalf-of': newId('usr'),
        'x-forwarded-user': newId('usr'),
        'x-forwarded-host': at.host,
        host: at.host,
      }
      expectNobody(await send(service, publicOf(service), claims))
    })

    test('answers nothing internal to a caller, and nothing public to a service', async () => {
      const other = services.find(name => name !== service)!
      for (const { operation } of internal.filter(one => one.service === service))
        expectNobody(
          await send(service, operation, { [tokenHeader]: signed('gateway', service, asCaller()) }),
        )
      for (const by of ['gateway', other]) {
        const token = signed(by, service, asService(by))
        for (const { operation } of operations.filter(each => each.service === service))
          expectNobody(await send(service, operation, { [tokenHeader]: token }))
      }
    })

    test('answers an internal operation only to its declared programs', async () => {
      const answered: string[] = []
      for (const operation of internalOf(service))
        for (const by of ['gateway', ...services]) {
          const { status } = await send(service, operation, {
            [tokenHeader]: signed(by, service, asService(by)),
          })
          if ((status !== 403) !== mayCall(operation, by))
            answered.push(`${by}: ${operation.route} ${status}`)
        }
      expect(answered).toEqual([])
    })

    test('tells a caller without a credential nothing about what exists', async () => {
      for (const path of ['/v1/nothing', '/internal/nothing', '/', '/v1/%00'])
        expectNobody(await staff().system.request(service, { method: 'GET', path }))
    })
  })

  test('only existing programs may be declared, and only the gateway issues a school’s first key', () => {
    const callers = new Set(internal.flatMap(({ operation }) => operation.callers ?? []))
    expect([...callers].filter(name => !['*', 'gateway', ...services].includes(name))).toEqual([])
    const first = internal.find(({ operation }) => operation.path === '/internal/keys/issue')!
    expect(first.operation.callers).toEqual(['gateway'])
  })

  test('nothing internal is reachable through the gateway, in any spelling', async () => {
    const { gateway, at } = staff()
    for (const { operation } of internal) {
      const path = pathOf(operation)
      const segment = operations[0]!.operation.path
      const spellings = [
        path,
        `/api${path}`,
        `/api/v1${path}`,
        `/api/v1/..${path}`,
        `/api${segment}/../..${path}`,
        `/api${segment}/%2e%2e/%2e%2e${path}`,
        `/api${segment}/..%2f..${path.replaceAll('/', '%2f')}`,
        `/api/v1/${path}`,
        `/api//${path}`,
        `/api/v1\\..${path}`,
      ]
      for (const spelling of spellings) {
        const answer = await gateway.call(operation.method, spelling, {
          host: at.host,
          key: at.key,
          ...(operation.method === 'GET' ? {} : { body: {} }),
        })
        const result = { spelling, status: answer.status, reason: answer.body?.error?.reason }
        expect(result).toEqual({
          spelling,
          status: 404,
          reason: expect.stringMatching(/^no_such_operation$|^not_found$/),
        })
      }
    }
  })

  test('a token that a client sends is not forwarded, and none is needed', async () => {
    const { gateway, at } = staff()
    const foreign = signed('gateway', 'users', asCaller())
    const ask = (headers: Record<string, string>, key?: string) =>
      gateway.call('GET', '/api/v1/me', { host: at.host, headers, ...(key ? { key } : {}) })
    const plain = await ask({}, at.key)
    const tries: Record<string, string>[] = [
      { [tokenHeader]: foreign },
      { [tokenHeader.toUpperCase()]: foreign },
      { [tokenHeader]: foreign, expect: '100-continue' },
      { connection: `keep-alive, ${tokenHeader}`, [tokenHeader]: foreign },
      { connection: `close, ${tokenHeader}` },
    ]
    for (const headers of tries) {
      expect(await ask(headers, at.key)).toMatchObject({ status: 200, body: plain.body })
      expect(await ask(headers)).toMatchObject({ status: 401 })
    }
  })
}
