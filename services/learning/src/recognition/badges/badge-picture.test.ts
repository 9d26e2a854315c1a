// The picture of a badge: any title fits, and none of its letters is markup.

import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { badgeImage } from './badge-image.ts'
import { badgePicture } from './badge-picture.ts'

const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)

test('a title stands in up to four lines of twenty letters, the school in one', () => {
  const svg = badgePicture({ course_title: 'Watercolour for beginners', school_name: 'School of arts' }, null)
  expect(textsOf(svg)).toEqual(['Watercolour for', 'beginners', 'School of arts'])
  expect(svg).not.toContain('openbadges:credential')
  const long = badgePicture({ course_title: 'word '.repeat(40), school_name: 'x'.repeat(200) }, 'a.b.c')
  expect(textsOf(long)).toHaveLength(5)
  expect(textsOf(long)[3]).toMatch(/…$/)
  expect(long).toContain('<openbadges:credential verify="a.b.c"></openbadges:credential>')
})

test('whatever the title is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), text => {
      const svg = badgePicture({ course_title: `${text}<script>`, school_name: text }, null)
      expect(svg).not.toMatch(/<script/)
      for (const line of textsOf(svg)) expect(line).not.toMatch(/[<>]/)
    }),
  )
})

test('as PNG it has the credential in a chunk of text, uncompressed, before its pixels', async () => {
  const png = await badgeImage({ course_title: 'Акварель & “colour”', school_name: 'School' }, 'a.b.c')
  const chunks: [string, Buffer][] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)])
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    at += length + 12
  }
  const [head, baked] = chunks
  expect([head![1].readUInt32BE(0), head![1].readUInt32BE(4)]).toEqual([512, 512])
  expect(baked![0]).toBe('iTXt')
  expect(baked![1].toString()).toBe('openbadgecredential\0\0\0\0\0a.b.c')
  expect(chunks.filter(([name]) => name === 'iTXt')).toHaveLength(1)
  const bare = await badgeImage({ course_title: '', school_name: '' }, 'a.b.c')
  expect(png.length).toBeGreaterThan(bare.length + 1000)
})

test.each([
  '\u200b',
  '\u202e\u2066',
  '\u00a0',
  '\u0001',
  '\ufffe',
  '\ud800',
  '\u0300',
  '😀',
  'ﷺ'.repeat(20),
  'W'.repeat(200),
])('as PNG any title fits: %j', async course_title => {
  expect((await badgeImage({ course_title, school_name: course_title }, 'a.b.c')).readUInt32BE(16)).toBe(512)
})
