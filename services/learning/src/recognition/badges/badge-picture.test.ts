// The picture of a badge: any title fits, and none of its letters is markup.
import fc from 'fast-check'
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
