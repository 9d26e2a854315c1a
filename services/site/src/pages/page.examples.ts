// Test values for requests about pages, besides their declared bodies, and contents that name each kind of object.
import { blocksNaming } from '@lms/testing/blocks'
import { type Examples, readyFile, type School, unique } from '@lms/testing/examples'

const page = async (school: School) => ({ path: { id: (await school.make('pages.create')).id } })

/** A page with two versions. */
async function published(school: School) {
  const { path } = await page(school)
  for (const text of ['One', 'Two']) {
    await school.done('pageContents.save', { path, body: { blocks: [{ type: 'heading', text }] } })
    await school.done('pages.publish', { path, body: { action: 'publish' } })
  }
  return { path }
}

export const examples: Examples = {
  'pages.create': () => ({ body: { path: `/${unique()}` } }),
  'pages.publish': page,
  'pageContents.get': page,
  'pageContents.save': page,
  'pageVersions.list': published,
  'pageVersions.restore': async school => {
    const { path } = await published(school)
    const { data } = await school.done('pageVersions.list', { path })
    return { path, body: { version_id: data[0].id } }
  },
}

export const references: Examples = {
  'pages.create image_file_id': async school => ({
    body: { path: `/${unique()}`, title: 'Courses', image_file_id: (await readyFile(school)).id },
  }),
  'pages.update image_file_id': async school => {
    const [{ path }, { id }] = await Promise.all([page(school), readyFile(school)])
    return { path, body: { image_file_id: id } }
  },
  ...Object.fromEntries(
    blocksNaming().map(({ path: blockPath, blocks }) => [
      `pageContents.save ${blockPath}`,
      async (school: School) => ({ ...(await page(school)), body: { blocks: await blocks(school) } }),
    ]),
  ),
}
