// AWS Signature Version 4 as the S3 side checks it, written from its public description ("Authenticating Requests" of the
// Amazon S3 API Reference) and independent of the AWS SDK.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}
export interface SignedRequest {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const algorithm = 'AWS4-HMAC-SHA256'
const minute = 60_000
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Null if the request is signed by these credentials and valid at this time; else the error code of S3. */
export function signatureProblem(
  request: SignedRequest,
  body: Buffer,
  credentials: Credentials,
  now: number,
): string | null {
  const { searchParams } = new URL(request.url, 'http://localhost')
  const inQuery = searchParams.has('X-Amz-Signature')
  const signedRequest = inQuery ? givenInQuery(searchParams) : givenInHeaders(request.headers)
  if (!signedRequest) return 'AccessDenied'
  const { accessKeyId, region } = credentials
  const scope = `${signedRequest.date.slice(0, 8)}/${region}/s3/aws4_request`
  if (signedRequest.credential !== `${accessKeyId}/${scope}`) return 'InvalidAccessKeyId'
  if (!signedRequest.signed.includes('host')) return 'AccessDenied'
  const since = now - timeOf(signedRequest.date)
  if (since < -15 * minute || since > signedRequest.lifeMs) return 'AccessDenied'
  if (signedRequest.payload !== 'UNSIGNED-PAYLOAD' && signedRequest.payload !== hash(body))
    return 'XAmzContentSHA256Mismatch'
  const canonical = canonicalOf(request, signedRequest.signed, signedRequest.payload)
  const text = [algorithm, signedRequest.date, scope, hash(canonical)].join('\n')
  return signedRequest.signature === hmac(keyOf(credentials, scope), text).toString('hex')
    ? null
    : 'SignatureDoesNotMatch'
}

interface Authorization {
  credential: string
  signed: string[]
  signature: string
  date: string
  lifeMs: number
  payload: string
}

function givenInQuery(query: URLSearchParams): Authorization | null {
  const of = (name: string) => query.get(name) ?? ''
  const seconds = Number(of('X-Amz-Expires'))
  if (of('X-Amz-Algorithm') !== algorithm || !(seconds >= 1 && seconds <= 604_800)) return null
  return {
    credential: of('X-Amz-Credential'),
    signed: of('X-Amz-SignedHeaders').split(';'),
    signature: of('X-Amz-Signature'),
    date: of('X-Amz-Date'),
    lifeMs: seconds * 1000,
    payload: 'UNSIGNED-PAYLOAD',
  }
}

function givenInHeaders(headers: IncomingHttpHeaders): Authorization | null {
  const [, credential, signed, signature] = authorization.exec(headers.authorization ?? '') ?? []
  const [date, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']]
  if (!credential || !signed || !signature || typeof date !== 'string' || typeof payload !== 'string')
    return null
  return { credential, signed: signed.split(';'), signature, date, lifeMs: 15 * minute, payload }
}
const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** `20130524T000000Z` */
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function canonicalOf({ method, url, headers }: SignedRequest, signed: string[], payload: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const path = pathname
    .split('/')
    .map(part => encoded(decodeURIComponent(part)))
    .join('/')
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = signed.map(
    name =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  )
  return [method, path, query, lines.join(''), signed.join(';'), payload].join('\n')
}

/** All but the unreserved characters of RFC 3986. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const keyOf = ({ secretAccessKey }: Credentials, scope: string) =>
  scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
