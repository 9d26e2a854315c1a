// What a part of a lesson has: blocks, quizzes and homework, as documents of a foreign package say.
import type { BlockContent } from '../blocks/block-content.ts'
import { isInside } from '../formats/content-package.ts'
import { isPage, isPart, typeOfFile } from '../formats/media.ts'
import type { PageParts } from '../formats/page-parts.ts'
import { readQuizPart } from './foreign-quiz.ts'
import { type FoundContent, nothing, type PackageReading } from './found-content.ts'
import type { Part } from './plan.ts'
import { inPackageThread, readDocument } from './read-document.ts'

/** The content of a part; throws `ArchiveRefused` where its document cannot be read. */
export async function readPart(part: Part, at: PackageReading): Promise<FoundContent> {
  const { source } = part
  switch (source.as) {
    case 'page':
      return pageContent(source.path, source.files, at)
    case 'text':
      return blocksOf(
        await inPackageThread('html', { html: source.html }, { name: part.name, school: at.school }),
        source.base,
        at,
      )
    case 'url':
      return blocksOf(
        await inPackageThread(
          'address',
          { url: source.url, title: part.name },
          { name: part.name, school: at.school },
        ),
        '',
        at,
      )
    case 'link':
      return blocksOf(await readDocument('link', source.path, at, {}), source.path, at)
    case 'discussion': {
      const { isGraded, ...page } = await readDocument('discussion', source.path, at, {})
      const found = blocksOf(page, source.path, at)
      found.notes.push('a lesson has its comments: the topic is its text now')
      if (isGraded) found.notes.push('it is graded there, and is not here')
      return found
    }
    case 'file':
      return filesContent([source.path], part.name === source.path ? null : part.name, at)
    case 'files':
      return filesContent(source.paths, null, at)
    case 'assignment':
      return assignmentContent(source, part.name, at)
    case 'moodle_activity':
    case 'moodle_quiz':
      throw new Error('not yet')
    default:
      return readQuizPart(part.name, source, at)
  }
}

/** What a page says; of one that only runs other pages these follow. */
async function pageContent(
  path: string,
  files: readonly string[],
  at: PackageReading,
): Promise<FoundContent> {
  const found = blocksOf(await readDocument('page', path, at, {}), path, at)
  const others = files.filter(file => isPage(file) && file !== path && at.archive.paths.includes(file))
  if (found.blocks.length === 0 && found.notes.length === 0 && others.length === 0)
    found.notes.push('the page is empty')
  if (found.blocks.length > 0 || others.length === 0) return withoutUnshown(found, files, at)
  found.notes.push(`its page shows ${others.length} others by a program: they follow each other`)
  for (const other of others.slice(0, 100)) {
    const next = blocksOf(await readDocument('page', other, at, {}), other, at)
    found.blocks.push(...next.blocks)
    found.notes.push(...next.notes.filter(note => !found.notes.includes(note)))
    found.shown.push(...next.shown)
  }
  return withoutUnshown(found, files, at)
}

/** Tells the files of a resource that nothing of it shows. */
function withoutUnshown(
  found: FoundContent,
  files: readonly string[],
  { idOf }: PackageReading,
): FoundContent {
  const unshown = files.filter(file => idOf.has(file) && !found.shown.includes(file))
  const programs = files.filter(file => /\.(?:js|mjs|swf)$/i.test(file))
  if (programs.length) found.notes.push(`programs of the page are left out: ${listed(programs)}`)
  if (unshown.length) found.notes.push(`files that only its program shows are left out: ${listed(unshown)}`)
  return found
}

const listed = (paths: readonly string[]) => {
  const names = paths.slice(0, 5).map(path => path.slice(path.lastIndexOf('/') + 1).slice(0, 40))
  return `${names.join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`
}

/** The parts of a page as blocks, with files of the package where they resolve. */
export function blocksOf(
  { parts, notes, title = '', isHidden = false }: PageParts & { title?: string; isHidden?: boolean },
  base: string,
  at: PackageReading,
): FoundContent {
  const found = { ...nothing(), notes: [...notes], title, isHidden }
  for (const part of parts) {
    if (part.kind === 'text') found.blocks.push(part)
    else if (part.kind === 'embed')
      found.blocks.push({ kind: 'embed', url: part.url, title: part.title, duration_seconds: null })
    else {
      const path = at.find(base, part.href)
      const block = path && !isPart(path) ? fileBlock(path, part.title, at) : null
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

export function fileBlock(path: string, title: string, { idOf }: PackageReading): BlockContent | null {
  const id = idOf.get(path) as `fil_${string}` | undefined
  if (!id) return null
  const displayTitle = (title || path.slice(path.lastIndexOf('/') + 1)).slice(0, 300) || 'File'
  const type = typeOfFile(path)
  if (type.startsWith('video/'))
    return {
      ...{ kind: 'video', file_id: id, title: displayTitle, duration_seconds: null },
      ...{ poster_file_id: null, captions_file_id: null },
    }
  if (type.startsWith('audio/'))
    return { kind: 'audio', file_id: id, title: displayTitle, duration_seconds: null, transcript: '' }
  return { kind: 'file', file_id: id, title: displayTitle }
}

function filesContent(paths: readonly string[], title: string | null, at: PackageReading): FoundContent {
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

async function assignmentContent(
  { path, page }: { path: string; page: string | null },
  title: string,
  at: PackageReading,
): Promise<FoundContent> {
  const { settings, text, max_score, ...task } = await readDocument('assignment', path, at, { title })
  const shown = page ? await readDocument('assignmentPage', page, at, {}) : null
  const found = blocksOf(
    { parts: shown?.parts ?? task.parts, notes: shown?.notes ?? task.notes },
    page ?? path,
    at,
  )
  // What is no text stands before the homework.
  const blocks = found.blocks.filter(({ kind }) => kind !== 'text')
  const notes = [
    ...found.notes,
    ...(settings?.notes ?? []),
    ...(shown?.isFormatted || task.isFormatted ? ['its formatting is left out'] : []),
  ]
  const rubric = settings?.rubric ? at.rubrics.get(settings.rubric) : undefined
  const points = settings?.points ?? max_score
  if (rubric && points === null) notes.push('its rubric is left out, as it has no points')
  const criteria = points !== null && rubric?.criteria.length ? rubric.criteria : null
  const assignment = {
    ...{
      title: settings?.title || task.title,
      text: shown?.text || text,
      max_score: points,
      rubric: criteria,
    },
    ...{ review_hours: 72, late: 'accept', penalty_percent: null },
  }
  const { dueAt = null, unlockAt = null, lockAt = null } = settings ?? {}
  return {
    ...{
      ...found,
      title: assignment.title,
      blocks,
      assignments: [assignment],
      notes,
      isHidden: settings?.isHidden ?? false,
    },
    dates: { dueAt, unlockAt, lockAt },
  }
}
