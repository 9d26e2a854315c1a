import { isPage } from '../formats/media.ts'
import { blocksOf, filesContent } from './file-blocks.ts'
import { readQuizPart } from './foreign-quiz.ts'
import { activityContent, moodleBankContent, moodleQuizContent } from './moodle-part.ts'
import type { PackageReading, PartContent } from './part-content.ts'
import type { Part } from './plan.ts'
import { inPackageThread, readDocument } from './read-document.ts'

/** The content of a part; throws `ArchiveRefused` where its document cannot be read. */
export async function readPart(part: Part, at: PackageReading): Promise<PartContent> {
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
      return activityContent(source, part.name, at)
    case 'moodle_quiz':
      return moodleQuizContent(source, at)
    case 'moodle_bank':
      return moodleBankContent(source, at)
    default:
      return readQuizPart(part.name, source, at)
  }
}

/** What a page says; of one that only runs other pages these follow. */
async function pageContent(path: string, files: readonly string[], at: PackageReading): Promise<PartContent> {
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
function withoutUnshown(found: PartContent, files: readonly string[], { idOf }: PackageReading): PartContent {
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

async function assignmentContent(
  { path, page }: { path: string; page: string | null },
  title: string,
  at: PackageReading,
): Promise<PartContent> {
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
