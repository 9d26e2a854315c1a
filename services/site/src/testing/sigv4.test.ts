// The examples of "Authenticating Requests (AWS Signature Version 4)" in the Amazon S3 API Reference.
import { type SignedRequest, signatureProblem } from './sigv4.ts'

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = Date.parse('2013-05-24T00:00:00Z')
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const problem = (request: SignedRequest, now = at, body: Buffer = Buffer.alloc(0)) =>
  signatureProblem(request, body, credentials, now)

const inHeaders: SignedRequest = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}
const inQuery: SignedRequest = {
  method: 'GET',
  url: '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host: 'examplebucket.s3.amazonaws.com' },
}

test('the published examples are signed', () => {
  expect(problem(inHeaders)).toBeNull()
  expect(problem(inQuery)).toBeNull()
})

test.each<[string, SignedRequest, number?, Buffer?]>([
  ['another method', { ...inQuery, method: 'PUT' }],
  ['another path', { ...inQuery, url: inQuery.url.replace('test', 'text') }],
  ['another life', { ...inQuery, url: inQuery.url.replace('86400', '86401') }],
  ['one more parameter', { ...inQuery, url: `${inQuery.url}&partNumber=2` }],
  ['another host', { ...inQuery, headers: { host: 'other.example' } }],
  ['a later time', inQuery, at + 86_401_000],
  ['another header', { ...inHeaders, headers: { ...inHeaders.headers, range: 'bytes=0-99' } }],
  ['another body', inHeaders, at, Buffer.from('body')],
  ['no signature', { ...inHeaders, headers: { host: 'examplebucket.s3.amazonaws.com' } }],
])('with %s they are not', (...[, request, now, body]) => {
  expect(problem(request, now, body)).not.toBeNull()
})
