// The guide to the client: its examples, which tests run, one after the other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const stories = ['sell-and-enroll', 'sync-people', 'receive-webhooks', 'follow-events', 'import-people']

/** The page of the guides. An example begins with a comment: its title, an empty line, and what there is to know. */
export const clientGuide = (root: string): string =>
  [introduction(root), ...stories.map(name => section(root, `packages/client/examples/${name}.ts`))].join(
    '\n',
  )

/** The README of the examples, with links from where the page stands. */
const introduction = (root: string): string =>
  readFileSync(join(root, 'packages/client/examples/README.md'), 'utf8').replace(
    '](../',
    '](../../packages/client/',
  )

function section(root: string, path: string): string {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const end = lines.findIndex(line => !line.startsWith('//'))
  const [title, ...text] = lines.slice(0, end).map(line => line.replace(/^\/\/ ?/, ''))
  return `## ${title}\n${text.join('\n')}\n\n\`\`\`ts\n${lines.slice(end).join('\n').trim()}\n\`\`\`\n`
}
