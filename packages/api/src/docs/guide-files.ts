// The files of the documentation that are served: docs/README.md, and every page to which it leads by links.
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'

/** The page of the four doors. */
export const doorsFile = 'docs/README.md'

const addresses: Readonly<Record<string, string>> = {
  [doorsFile]: '/docs/start',
  'README.md': '/docs/overview',
}

/** The address of a file: `docs/guides/test.md` is at `/docs/guides/test`. */
export const addressOf = (file: string): string =>
  addresses[file] ??
  `/docs/${file
    .replace(/^docs\//, '')
    .replace(/(?:\/README)?\.md$/, '')
    .toLowerCase()}`

const isServed = (file: string) => /\.md$|^docs\/api\/[a-z]+\.txt$/.test(file)

/** The file to which a link of a page leads, and the place in it; null for one that leads elsewhere. */
export function targetOf(link: string, file: string): { file: string; place: string } | null {
  if (/^[a-z]+:/i.test(link)) return null
  const [path = '', place = ''] = link.split('#', 2)
  const target = path === '' ? file : posix.join(posix.dirname(file), path)
  if (target.startsWith('..')) return null
  const page = isServed(target) ? target : `${target.replace(/\/$/, '')}/README.md`
  return { file: page, place }
}

/** The texts of all pages by their files, read from the folder of the project; a link to a file that is not there leads nowhere. */
export async function readGuides(root: URL): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  let files = [doorsFile]
  while (files.length > 0) {
    const read = await Promise.all(
      files.map(async file => [file, await readFile(new URL(file, root), 'utf8').catch(() => null)] as const),
    )
    const found = read.filter((each): each is [string, string] => each[1] !== null)
    for (const [file, text] of found) texts.set(file, text)
    const linked = found.flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => targetOf(link!, file)?.file ?? []),
    )
    files = [...new Set(linked)].filter(file => !texts.has(file))
  }
  return texts
}
