import fc from 'fast-check'
import { fileName } from '../storage/file.object.ts'
import { dispositionOf } from '../storage/serving.ts'

test.each([
  '',
  '.',
  '..',
  '../a.png',
  'a/b.png',
  'a\\b.png',
  'a\r\nset-cookie: b=c',
  'a\u0000.png',
  'a\u202egnp.exe',
  'a\u2028b',
  ' a.png',
  'a.png ',
  'a'.repeat(201),
])('%j is no name of a file', name => {
  expect(fileName().safeParse(name).success).toBe(false)
})

test.each([
  'a.png',
  'Füße; filename="x".png',
  '年.pdf',
  '%2e%2e%2f.png',
  '-rf',
  '👩‍🏫.txt'.replaceAll('\u200d', ''),
])('%j is one', name => {
  expect(fileName().safeParse(name).success).toBe(true)
})

test('a name that is taken breaks no header, and comes back as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), name => {
      if (!fileName().safeParse(name).success) return
      const header = dispositionOf(name, 'image/png', 'attachment')
      expect(header).toMatch(/^attachment; [\x20-\x7e]*$/)
      const [, encoded] = /filename\*=UTF-8''([^;]*)/.exec(header) ?? []
      const [, quoted] = /filename="((?:[^"\\]|\\.)*)"/.exec(header) ?? []
      const [, token] = /filename=([^";]+)/.exec(header) ?? []
      const decodedName = encoded ? decodeURIComponent(encoded) : (quoted?.replace(/\\(.)/g, '$1') ?? token)
      expect(decodedName).toBe(name)
    }),
  )
})
