import { originOf, readS3Address } from './s3-address.ts'

test.each([
  [
    's3://schools?region=eu-central-1',
    { bucket: 'schools', region: 'eu-central-1', endpoint: null, pathStyle: false },
    'https://schools.s3.eu-central-1.amazonaws.com',
  ],
  [
    's3://schools?region=auto&endpoint=https://s3.example',
    { bucket: 'schools', region: 'auto', endpoint: 'https://s3.example', pathStyle: false },
    'https://schools.s3.example',
  ],
  [
    's3://schools?region=x&endpoint=http://127.0.0.1:9000&path_style=true',
    { bucket: 'schools', region: 'x', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
    'http://127.0.0.1:9000',
  ],
])('%s is a bucket', (text, bucket, origin) => {
  expect(readS3Address(text)).toEqual(bucket)
  expect(originOf(bucket)).toBe(origin)
})

test.each([
  's3://schools',
  's3://?region=x',
  's3://schools/folder?region=x',
  's3://schools?region=x&key=secret',
  's3://schools?region=x&endpoint=ftp://s3.example',
  's3://schools?region=x&endpoint=https://s3.example/path',
  's3://schools?region=x&endpoint=https://user:password@s3.example',
])('%s is refused', text => {
  expect(() => readS3Address(text)).toThrow('LMS_STORAGE')
})

test.each(['', 'disk:/a', 'schools', 'https://s3.example'])('%j is another text', text => {
  expect(readS3Address(text)).toBeNull()
})
