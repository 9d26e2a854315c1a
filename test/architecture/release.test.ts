// A release is one version, in every place that names it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCompose } from '../image/compose.ts'
import { packages, root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json'))

test('every package, the image and the example of its name have the version of the project', () => {
  for (const { folder } of packages) expect(JSON.parse(read(`${folder}/package.json`)).version).toBe(version)
  expect(readCompose().gateway).toMatchObject({
    image: `open-school:${version}`,
    build: { args: { VERSION: version } },
  })
  expect(read('deploy/env.example')).toContain(`#LMS_IMAGE=open-school:${version}\n`)
})

test('the changelog has the last release with its day, and what has come since', () => {
  const { version: last, date, commit } = JSON.parse(read('deploy/releases.json')).at(-1)
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  expect(headings.slice(0, 2)).toEqual(['Unreleased', `${last} (${date})`])
})
