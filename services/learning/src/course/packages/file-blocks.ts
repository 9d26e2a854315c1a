// Blocks of the texts and files of a foreign package.
import type { BlockContent } from '../blocks/block-content.ts'
import { isInside } from '../formats/content-package.ts'
import { isPart, typeOfFile } from '../formats/media.ts'
import type { PageParts } from '../formats/page-parts.ts'
import { nothing, type PackageReading, type PartContent } from './part-content.ts'

/** The parts of a page as blocks, with files of the package where they resolve. */
export function blocksOf(
  { parts, notes, title = '', isHidden = false }: PageParts & { title?: string; isHidden?: boolean },
  base: string,
  at: PackageReading,
): PartContent {
  const found = { ...nothing(), notes: [...notes], title, isHidden }
  for (const part of parts) {
    if (part.kind === 'text') found.blocks.push(part)
    else if (part.kind === 'embed')
      found.blocks.push({ kind: 'embed', url: part.url, title: part.title, duration_seconds: null })
    else {
      const path = at.find(base, part.href)
      const block = path && !isPart(at.nameOf(path)) ? fileBlock(path, part.title, at) : null
      if (block && path && !found.shown.includes(path)) {
        found.blocks.push(block)
        found.shown.push(path)
      } else if (!block) found.notes.push(unresolved(part, path))
    }
  }
  return found
}

function unresolved({ href, isLink }: { href: string; isLink: boolean }, path: string | null): string {
  const name = href.slice(0, 120)
  if (isInside(href)) return `a link to ${name} leads to another part of the course: it is text now`
  if (path === null) return `${isLink ? 'a link leads to' : 'it shows'} ${name}, which is not in the package`
  return isLink
    ? `a link to the page ${name} is text now`
    : `it shows the page ${name} within itself: that is left out`
}

export function fileBlock(
  path: string,
  title: string,
  { idOf, nameOf }: PackageReading,
): BlockContent | null {
  const id = idOf.get(path) as `fil_${string}` | undefined
  if (!id) return null
  const displayTitle = (title || nameOf(path)).slice(0, 300) || 'File'
  const type = typeOfFile(nameOf(path))
  if (type.startsWith('video/'))
    return {
      ...{ kind: 'video', file_id: id, title: displayTitle, duration_seconds: null },
      ...{ poster_file_id: null, captions_file_id: null },
    }
  if (type.startsWith('audio/'))
    return { kind: 'audio', file_id: id, title: displayTitle, duration_seconds: null, transcript: '' }
  return { kind: 'file', file_id: id, title: displayTitle }
}

/** Files as blocks, each under its own name without a title. */
export function filesContent(
  paths: readonly string[],
  title: string | null,
  at: PackageReading,
): PartContent {
  const found = nothing()
  for (const path of paths) {
    const block = fileBlock(path, title ?? '', at)
    if (block) {
      found.blocks.push(block)
      found.shown.push(path)
    } else if (!at.archive.paths.includes(path))
      found.notes.push(`the file ${path.slice(0, 200) || 'of this item'} is not in the package`)
    else found.notes.push(`${path.slice(0, 200)} is nothing that people read by itself`)
  }
  return found
}
