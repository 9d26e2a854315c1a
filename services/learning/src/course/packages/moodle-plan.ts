// The plan of a backup of Moodle: a module for each section, and a lesson for each activity that lessons can have.
import { type MoodleFile, moodleFileFinder, moodleManifestPath } from '../formats/moodle-files.ts'
import type { PackagePlan } from './package-plan.ts'
import { type LessonPlan, lessonPlan, type ModulePlan, modulePlan, type Part } from './plan.ts'
import { inPackageThread, type OpenPackage, readDocument } from './read-document.ts'
import type { FoundItem, ItemKind } from './report.ts'

const kinds: Readonly<Record<string, ItemKind>> = {
  ...{
    page: 'page',
    book: 'page',
    lesson: 'page',
    label: 'page',
    url: 'link',
    resource: 'file',
    folder: 'file',
  },
  ...{ forum: 'discussion', assign: 'assignment', assignment: 'assignment', quiz: 'quiz' },
}
/** Activities that lessons do not have, in a teacher's words. */
const unfit: Readonly<Record<string, string>> = {
  h5pactivity:
    'it is an exercise of H5P, which is a program of its own: put its questions into a quiz, or a link to where it runs',
  hvp: 'it is an exercise of H5P, which is a program of its own: put its questions into a quiz, or a link to where it runs',
  scorm: 'it is a SCORM package of its own: import that package as a course',
  lti: 'it is a tool of another site (LTI), which lessons do not have',
  glossary: 'a glossary has no place in lessons',
  wiki: 'a wiki has no place in lessons',
  data: 'a data base has no place in lessons',
  workshop: 'students do not review each other here',
  feedback: 'a survey has no place in lessons',
  survey: 'a survey has no place in lessons',
  choice: 'a poll has no place in lessons',
  chat: 'a chat has no place in lessons',
  bigbluebuttonbn: 'a meeting is a webinar here: create one',
}

export async function moodlePlan(at: OpenPackage): Promise<PackagePlan> {
  const backup = await readDocument('moodleBackup', moodleManifestPath, at, {})
  const files = at.archive.paths.includes('files.xml')
    ? await readDocument('moodleFiles', 'files.xml', at, {})
    : []
  const items: FoundItem[] = []
  const modules: ModulePlan[] = []
  const planned = new Set<string>()
  for (const { id, title, folder } of backup.sections) {
    const path = `${folder}/section.xml`
    const section = at.archive.paths.includes(path) ? await readDocument('moodleSection', path, at, {}) : null
    const own = backup.activities.filter(activity => activity.section === id)
    const place = new Map(section?.sequence.map((activity, index) => [activity, index] as const))
    const ordered = own.toSorted((one, other) => (place.get(one.id) ?? 1e6) - (place.get(other.id) ?? 1e6))
    for (const activity of own) planned.add(activity.id)
    const lessons = lessonsOf(ordered, items)
    const name = section?.title || (/^\d+$/.test(title) ? `Section ${title}` : title) || 'Section'
    const summary = section?.summary
      ? await inPackageThread('plainText', { html: section.summary }, { name, school: at.school })
      : ''
    if (lessons.length === 0 && summary === '') continue
    const module = modulePlan(name, lessons, { id, description: summary.slice(0, 2000) })
    if (section?.isHidden) {
      module.notes.push('students do not see it there: its lessons are drafts')
      for (const lesson of lessons) lesson.isHidden = true
    }
    modules.push(module)
  }
  const loose = lessonsOf(
    backup.activities.filter(({ id }) => !planned.has(id)),
    items,
  )
  if (loose.length) modules.push(modulePlan('Other', loose))
  const quizzes = backup.activities
    .filter(({ module }) => module === 'quiz')
    .map(({ folder }) => `${folder}/quiz.xml`)
  if (at.archive.paths.includes('questions.xml'))
    modules.push(modulePlan('Question banks', [bankLesson(quizzes)]))
  const kept = files.filter(
    ({ path, component }) =>
      at.archive.paths.includes(path) && !/^(?:user|backup|grade|badges)/.test(component),
  )
  const present = await withinReach(kept, at, items)
  return {
    plan: {
      origin: `moodle ${backup.origin || backup.title}`,
      title: backup.title,
      description: '',
      modules,
      notes: ['people, their answers and grades are left out'],
      items,
    },
    ...{ rubrics: new Map(), leftFiles: [...new Set(present.map(({ path }) => path))], moodleFiles: present },
    names: new Map(present.map(({ path, name }) => [path, name.slice(name.lastIndexOf('/') + 1)])),
    find: moodleFileFinder(present),
  }
}

/** Bytes that are unpacked in all for files of an archive that is packed as a whole: each is found from its beginning. */
const maxPassedBytes = 64 * 1024 ** 3

async function withinReach(
  files: readonly MoodleFile[],
  { archive }: OpenPackage,
  items: FoundItem[],
): Promise<MoodleFile[]> {
  const paths = new Set<string>()
  const far = new Set<string>()
  let bytes = 0
  for (const { path, name } of files) {
    if (paths.has(path) || far.has(path)) continue
    const place = await archive.locate(path)
    bytes += place?.isWhole ? place.offset + place.size : 0
    if (bytes <= maxPassedBytes) paths.add(path)
    else {
      far.add(path)
      const notes = ['a .tar.gz has room for fewer files: make a zip of the backup']
      items.push({ kind: 'file', name, notes, isThere: false })
    }
  }
  return files.filter(({ path }) => paths.has(path))
}

type Activity = { id: string; module: string; title: string; folder: string }

/** Labels, which have no place of their own, begin the lesson behind them. */
function lessonsOf(activities: readonly Activity[], items: FoundItem[]): LessonPlan[] {
  const lessons: LessonPlan[] = []
  let labels: Part[] = []
  for (const { id, module, title, folder } of activities) {
    const kind = Object.hasOwn(kinds, module) ? kinds[module] : undefined
    const name = title || module
    if (!kind) {
      const why =
        (Object.hasOwn(unfit, module) && unfit[module]) ||
        `it is an activity of the kind “${module.slice(0, 40)}”`
      items.push({ kind: module === 'lti' ? 'tool' : 'other', name, notes: [why], isThere: false })
      continue
    }
    const path = `${folder}/${module}.xml`
    const state = `${folder}/module.xml`
    const source =
      module === 'quiz'
        ? { as: 'moodle_quiz' as const, path, state }
        : { as: 'moodle_activity' as const, path, module, state }
    const part: Part = { kind, id, name, source, notes: [] }
    if (module === 'label') labels.push(part)
    else {
      lessons.push(lessonPlan(name, [...labels, part]))
      labels = []
    }
  }
  const [first] = labels
  return first ? [...lessons, lessonPlan(first.name, labels)] : lessons
}

const bankLesson = (quizzes: readonly string[]): LessonPlan =>
  lessonPlan(
    'Question bank',
    [
      {
        kind: 'question_bank',
        id: 'bank',
        name: 'Question bank',
        source: { as: 'moodle_bank', quizzes },
        notes: [],
      },
    ],
    { isHidden: true },
  )
