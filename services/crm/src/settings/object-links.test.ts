import { linkTo, ObjectLinks } from './object-links.ts'

const links = ObjectLinks.parse([
  { to: 'course', url: 'https://learn.example/courses/{course_id}' },
  { to: 'lesson', url: 'https://learn.example/courses/{course_id}/lessons/{lesson_id}' },
  { to: 'order', url: 'https://learn.example/orders' },
])

test.each([
  [{ lesson: 'les_1', course: 'crs_1' }, 'https://learn.example/courses/crs_1/lessons/les_1'],
  // An address without one of its ids is none.
  [{ lesson: 'les_1' }, ''],
  [{ course: 'crs_1' }, 'https://learn.example/courses/crs_1'],
  [{ order: 'ord_1', course: 'crs_1' }, 'https://learn.example/orders'],
  [
    { submission: 'sub_1', lesson: 'les_1', course: 'crs_1' },
    'https://learn.example/courses/crs_1/lessons/les_1',
  ],
  [{}, ''],
] as const)('%j leads to %s', (ids: Readonly<Record<string, string>>, url) =>
  expect(linkTo(links, object => ids[object])).toBe(url),
)

test.each([
  'http://learn.example/',
  'javascript:alert(1)',
  'https://{order_id}.example/',
  'https://learn.example/{secret}',
  'https://learn.example/a b',
])('%s is no address', url => expect(ObjectLinks.safeParse([{ to: 'order', url }]).success).toBe(false))
