// What an activity of a backup of Moodle has for a lesson.
import { blocksOf, filesContent } from './file-blocks.ts'
import { withItemFiles } from './item-files.ts'
import { nothing, type PackageReading, type PartContent } from './part-content.ts'
import type { PartSource } from './plan.ts'
import { inPackageThread, readDocument } from './read-document.ts'

type Source<A extends PartSource['as']> = Extract<PartSource, { as: A }>

export async function activityContent(
  { path, module, state }: Source<'moodle_activity'>,
  name: string,
  at: PackageReading,
): Promise<PartContent> {
  const activity = await readDocument('moodleActivity', path, at, { module })
  const base = `context ${activity.context}`
  const found = blocksOf(activity.page, base, at)
  found.title = activity.title
  found.notes.push(...activity.notes)
  if (activity.url !== null) {
    const link = await inPackageThread(
      'address',
      { url: activity.url, title: activity.title },
      { name, school: at.school },
    )
    found.blocks.push(...blocksOf(link, base, at).blocks)
    found.notes.push(...link.notes)
  }
  if (activity.hasFiles) {
    const files = at.moodleFiles.filter(
      ({ context, area, path }) =>
        context === activity.context &&
        area !== 'intro' &&
        !area.startsWith('submission') &&
        at.idOf.has(path),
    )
    const content = filesContent(
      files.map(file => file.path),
      null,
      at,
    )
    found.blocks.push(...content.blocks)
    found.shown.push(...content.shown)
  }
  const known = await stateOf(state, at)
  const { task } = activity
  const assignment = task && {
    ...{ title: activity.title || name, text: activity.page.text, max_score: task.points, rubric: null },
    ...{ review_hours: 72, late: 'accept', penalty_percent: null },
  }
  if (task && activity.page.isFormatted) found.notes.push('its formatting is left out')
  return {
    ...{ ...found, isHidden: known.isHidden, notes: [...found.notes, ...known.notes] },
    blocks: task ? found.blocks.filter(({ kind }) => kind !== 'text') : found.blocks,
    assignments: assignment ? [assignment] : [],
    dates: {
      dueAt: task?.dueAt ?? null,
      unlockAt: task?.unlockAt ?? known.unlockAt,
      lockAt: task?.lockAt ?? null,
    },
  }
}

/** The visibility of an activity, which stands in a document beside it. */
const stateOf = async (path: string, at: PackageReading) =>
  at.archive.paths.includes(path)
    ? await readDocument('moodleModule', path, at, {})
    : { isHidden: false, unlockAt: null, notes: [] }

const questionsPath = 'questions.xml'

export async function moodleQuizContent(
  { path, state }: Source<'moodle_quiz'>,
  at: PackageReading,
): Promise<PartContent> {
  const questions = await at.archive.bytes(questionsPath)
  const { context: _, ...quiz } = await readDocument('moodleQuiz', path, at, { questions })
  const { isHidden, unlockAt, notes } = await stateOf(state, at)
  const items = quiz.items.map(item => withItemFiles(item, `question ${item.id}`, at))
  return {
    ...{ ...nothing(), quizzes: [{ ...quiz, items }], title: quiz.title, isHidden, notes },
    dates: { dueAt: null, unlockAt, lockAt: null },
  }
}

export async function moodleBankContent(
  { quizzes }: Source<'moodle_bank'>,
  at: PackageReading,
): Promise<PartContent> {
  const used = []
  for (const path of quizzes) used.push(...(await readDocument('moodleSlots', path, at, {})))
  const found = await readDocument('moodleBank', questionsPath, at, { used })
  const withFiles = found.map(quiz => ({
    ...quiz,
    items: quiz.items.map(item => withItemFiles(item, `question ${item.id}`, at)),
  }))
  const notes = withFiles.length ? [] : ['quizzes of the course have all of its questions']
  return { ...nothing(), quizzes: withFiles, notes, isHidden: true }
}
