import sharp from 'sharp'
import { detectType, mayBe } from './file-type.rules.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const zip = Buffer.concat([bytes('PK\x03\x04\x14\0\0\0\0\0'), Buffer.alloc(30)])
const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
  .png()
  .toBuffer()
const gif = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
  .gif()
  .toBuffer()

const accepts = async (type: string, head: Buffer) => mayBe(type, await detectType(head), head)

test.each<[string, Buffer]>([
  ['image/png', png],
  ['image/gif', gif],
  ['application/octet-stream', png],
  ['application/pdf', bytes('%PDF-1.7\n')],
  ['application/zip', zip],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip],
  ['text/plain', bytes('hello')],
  ['text/plain', bytes('<?xml version="1.0"?><a/>')],
  ['text/csv', bytes('name;city\r\n\xcc\xee\xf1\xea\xe2\xe0;1\r\n')],
  ['text/plain', Buffer.from('\ufeffhello', 'utf16le')],
  ['text/vtt', bytes('WEBVTT\n\n00:01.000 --> 00:02.000\nHello')],
  ['text/html', bytes('<!doctype html><p>Hello')],
  ['application/json', bytes('{"a":1}')],
  ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['image/svg+xml', bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['audio/mp3', bytes('ID3\x04\0\0\0\0\x02\x01')],
  ['application/x-course', bytes('anything')],
])('%s may be bytes of its kind', async (type, head) => {
  expect(await accepts(type, head)).toBe(true)
})

test.each<[string, string, Buffer]>([
  ['image/png', 'another picture', gif],
  ['image/png', 'HTML', bytes('<script>alert(1)</script>')],
  ['image/jpeg', 'SVG', bytes('<svg onload="alert(1)"/>')],
  ['image/svg+xml', 'HTML', bytes('<html><script>alert(1)</script>')],
  ['text/plain', 'a program', bytes('\x7fELF\x02\x01\x01\0')],
  ['text/plain', 'bytes', Buffer.from([0x41, 0x00, 0x42])],
  ['text/csv', 'a PDF', bytes('%PDF-1.7\n')],
  ['text/vtt', 'other text', bytes('1\n00:00:01,000 --> 00:00:02,000')],
  ['video/mp4', 'text', bytes('no film')],
  ['application/pdf', 'HTML before a PDF', bytes('<html>%PDF-1.7')],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'a picture', png],
])('%s may not be %s', async (type, _, head) => {
  expect(await accepts(type, head)).toBe(false)
})
