// Test values for requests about pages, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

const page = async (school: School) => ({ path: { id: (await school.make('pages.create')).id } })

export const examples: Examples = {
  'pages.create': () => ({ body: { path: `/${unique()}` } }),
  'pages.publish': page,
  'pageContents.get': page,
  'pageContents.save': page,
  'pageVersions.list': page,
  'pageVersions.restore': async school => {
    const { path } = await page(school)
    await school.done('pages.publish', { path, body: { action: 'publish' } })
    const { data } = await school.done('pageVersions.list', { path })
    return { path, body: { version_id: data[0].id } }
  },
}
