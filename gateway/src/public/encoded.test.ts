import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Encoded, type Encoding, preferred } from './encoded.ts'

const all = new Map<Encoding, null>([
  ['br', null],
  ['gzip', null],
  ['identity', null],
])

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , gzip ;q=0', 'identity'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity;q=0.5, gzip;q=0.3', 'identity'],
  ['identity;q=0.5, *;q=0.1', 'identity'],
  ['gzip, identity;q=0', 'gzip'],
  ['*;q=0, gzip;q=0.2', 'gzip'],
  ['br;q=x, gzip', 'gzip'],
  ['br;level=3;q=0.2, gzip;q=0.1', 'br'],
  [`${'x, '.repeat(100)}br`, 'identity'],
])('Accept-Encoding %j gets %s', (accepted, encoding) => expect(preferred(accepted, all)).toBe(encoding))

test('an encoding that is not there is not chosen', () => {
  expect(preferred('br, gzip;q=0.5', new Map([['identity', null]]))).toBe('identity')
})

test('each form has its own tag, its length, and the same text', async () => {
  const text = '<p>Ein Kürs</p>'.repeat(200)
  const encoded = await Encoded.of(text, 'text/html', 5)
  const [br, gzipped, identity] = (['br', 'gzip', undefined] as const).map(each => encoded.for(each)) as [
    ReturnType<Encoded['for']>,
    ReturnType<Encoded['for']>,
    ReturnType<Encoded['for']>,
  ]
  const bytes = ({ body }: typeof br) => Buffer.from(body as string, 'latin1')
  expect([brotliDecompressSync(bytes(br)), gunzipSync(bytes(gzipped)), bytes(identity)].map(String)).toEqual([
    text,
    text,
    text,
  ])
  const forms = [br, gzipped, identity]
  expect(new Set(forms.map(({ headers }) => headers.etag)).size).toBe(3)
  for (const { body, headers } of forms) expect(headers['content-length']).toBe(body.length)
  expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(encoded.bytes).toBe(br.body.length + gzipped.body.length + identity.body.length)
  expect([encoded.is(text, 'text/html'), encoded.is(`${text} `, 'text/html'), encoded.is(text, 'x')]).toEqual(
    [true, false, false],
  )
})

test('a text that compression makes longer is sent as it is', async () => {
  expect((await Encoded.of('a', 'text/plain', 5)).for('br, gzip').headers['content-encoding']).toBeUndefined()
})
