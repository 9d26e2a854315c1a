import { readFileSync } from 'node:fs'
import { nodeOptions } from './child.ts'

test('programs have the same options of Node in the image', () => {
  const image = readFileSync(new URL('../../../../deploy/Dockerfile', import.meta.url), 'utf8')
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)![1]!)).toEqual(['node', ...nodeOptions])
})
