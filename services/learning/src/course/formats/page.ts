// A lesson as a page of HTML, for packages that other products show.
import type { BlockContent } from '../blocks/block-content.ts'
import { element as e, escaped } from './write-xml.ts'

export interface PageFile {
  /** Its address, from the page. */
  href: string
  name: string
  content_type: string
}

/** The page; `head` stands in its head. Blocks whose file is not in the package say so. */
export function lessonPage(
  title: string,
  blocks: readonly BlockContent[],
  { fileOf, head = '' }: { fileOf: (id: string) => PageFile | undefined; head?: string },
): string {
  const body = blocks.map(block => blockHtml(block, fileOf)).join('\n')
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escaped(title)}</title>${head}</head>
<body><h1>${escaped(title)}</h1>
${body}
</body></html>
`
}

function blockHtml(block: BlockContent, fileOf: (id: string) => PageFile | undefined): string {
  if (block.kind === 'text') return block.html
  if (block.kind === 'embed') return e('p', {}, e('a', { href: block.url }, escaped(block.title)))
  const file = fileOf(block.file_id)
  const title = e('p', {}, escaped(block.title))
  if (!file) return title
  if (block.kind === 'audio')
    return `${title}<audio controls src="${escaped(file.href)}"></audio>${e('p', {}, escaped(block.transcript))}`
  if (block.kind === 'video') {
    const captions = block.captions_file_id ? fileOf(block.captions_file_id) : undefined
    const track = captions ? `<track kind="captions" src="${escaped(captions.href)}">` : ''
    return `${title}<video controls src="${escaped(file.href)}">${track}</video>`
  }
  return file.content_type.startsWith('image/')
    ? `${title}<img src="${escaped(file.href)}" alt="${escaped(block.title)}">`
    : e('p', {}, e('a', { href: file.href }, escaped(block.title)))
}
