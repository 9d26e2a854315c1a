import { newId } from '@lms/contract'
import { isReserved } from '@lms/site/contract'
import { routeOf } from './router.ts'
import { pageRoute, publicRoutes } from './routes.ts'

const course = newId('crs')

test('a path has at most one parameter, at its end, and no route hides another', () => {
  const names = publicRoutes.map(({ path }) => path.split('/')[1])
  // The page stands behind all others: any path could be the name of one.
  const others = publicRoutes.filter(route => route !== pageRoute)
  const fixed = others.map(({ path }) => path.replace(/\{.*/, ''))
  // A route without a parameter takes its own path alone.
  const hidden = fixed.filter((one, at) =>
    others.some(
      ({ parameter }, index) =>
        index !== at && (parameter ? one.startsWith(fixed[index]!) : one === fixed[index]),
    ),
  )
  expect(hidden).toEqual([])
  for (const { path, parameter } of publicRoutes) {
    expect(path).toMatch(/^(\/\.?[a-z][a-z.-]*)*(\/\{[a-z_]+\})?$/)
    expect(parameter !== null).toBe(path.endsWith('}'))
  }
  expect(names).not.toEqual(expect.arrayContaining(['api', 'healthz']))
})

test('no page of a school can have an address that another route takes', () => {
  const others = publicRoutes
    .filter(route => route !== pageRoute)
    .map(({ path }) => path.replace('{course_id}', newId('crs')))
  expect([...others, '/api', '/healthz'].filter(path => !isReserved(path))).toEqual([])
})

test.each([
  ['/docs', '/docs', ''],
  ['/downloads/a.b', '/downloads/{token}', 'a.b'],
  ['/downloads/', '/downloads/{token}', ''],
  ['/downloads/a/b', '/downloads/{token}', 'a/b'],
  ['/hooks/payments/x', '/hooks/payments/{provider_id}', 'x'],
  ['/hooks/messages/sms', '/hooks/messages/{transport}', 'sms'],
  [`/hooks/mail/${'0a'.repeat(32)}`, '/hooks/mail/{token}', '0a'.repeat(32)],
  ['/hooks/other', '/{page}', 'hooks/other'],
  ['/docs/guides/test', '/docs/{page}', 'guides/test'],
  ['/docs/', '/docs/{page}', ''],
  ['/downloads', '/{page}', 'downloads'],
  ['/Docs', '/{page}', 'Docs'],
  ['//docs', '/{page}', '/docs'],
  ['/constructor', '/{page}', 'constructor'],
  ['/', '/{page}', ''],
  [`/courses/${course}`, '/courses/{course_id}', course],
  ['/courses', '/{page}', 'courses'],
  ['/courses/oil', '/{page}', 'courses/oil'],
  [`/courses/${course}/oil`, '/{page}', `courses/${course}/oil`],
])('%s belongs to %s', (requestPath, path, parameter) => {
  const match = routeOf(requestPath)
  expect([match.route.path, match.parameter]).toEqual([path, parameter])
  if (path === '/{page}') expect(match.route).toBe(pageRoute)
})
