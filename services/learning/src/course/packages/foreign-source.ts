// Packages of other products: Common Cartridges, those of Canvas with all that it adds, QTI 1.2 to 3.0, SCORM, backups of
// Moodle, and files of questions. What is not taken over is told.
import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { filesOfQuestion } from '../../assessment/questions/question-media.ts'
import { contentManifestPath, fileFinder } from '../formats/content-package.ts'
import { moodleManifestPath } from '../formats/moodle-files.ts'
import { cartridgePlan } from './cartridge-plan.ts'
import { readPart } from './foreign-part.ts'
import { moodlePlan } from './moodle-plan.ts'
import type { PackagePlan } from './package-plan.ts'
import type { PartContent } from './part-content.ts'
import { type CoursePlan, type LessonPlan, lessonPlan, modulePlan, type Part } from './plan.ts'
import { filePaths, planSource, type SourceReading } from './plan-source.ts'
import { questionFilesPlan } from './question-files-plan.ts'
import type { Source } from './source.ts'

/** Files that are shown together in a lesson of their own. */
const filesOfLesson = 100

export async function foreignSource(
  archive: PackedFiles,
  { school, key }: { school: string; key: string },
): Promise<Source> {
  const { plan, rubrics, leftFiles, needsContent = false, ...own } = await planOf(archive, school)
  const reading = {
    ...{ archive, school, rubrics, find: own.find ?? fileFinder(archive.paths) },
    ...{ files: filePaths(archive, own.names), moodleFiles: own.moodleFiles ?? [] },
    nameOf: (path: string) => own.names?.get(path) ?? path.slice(path.lastIndexOf('/') + 1),
  }
  const loose = leftFiles.length ? await unshown(plan, leftFiles, { ...reading, key }) : []
  const whole =
    loose.length || leftFiles.length
      ? withFiles(plan, { all: leftFiles, loose, nameOf: own.names ? reading.nameOf : path => path })
      : plan
  if (whole.modules.every(({ lessons }) => lessons.length === 0))
    throw new ArchiveRefused('The package names nothing that can become a lesson.')
  return { ...planSource(whole, reading), needsContent }
}

async function planOf(archive: PackedFiles, school: string): Promise<PackagePlan> {
  const manifests = archive.paths.filter(
    path => path === contentManifestPath || path.endsWith(`/${contentManifestPath}`),
  )
  // The whole package may lie in a folder.
  const [manifest] = manifests
    .filter(path => !path.startsWith('__MACOSX/'))
    .toSorted((one, other) => one.length - other.length)
  if (manifest !== undefined) return cartridgePlan(manifest, { archive, school })
  if (archive.paths.includes(moodleManifestPath)) return moodlePlan({ archive, school })
  return questionFilesPlan({ archive, school })
}

const known = new Map<string, ReadonlySet<string>>()
const maxKnown = 50

/** Those of the files that no page and no question shows. It is found out once for each archive. */
async function unshown(
  plan: CoursePlan,
  paths: readonly string[],
  { key, ...at }: SourceReading & { key: string },
): Promise<string[]> {
  const shown = known.get(`${at.school} ${key}`) ?? (await shownBy(plan, at))
  known.set(`${at.school} ${key}`, shown)
  if (known.size > maxKnown) known.delete(known.keys().next().value!)
  return paths.filter(path => !shown.has(path))
}

async function shownBy(plan: CoursePlan, at: SourceReading): Promise<ReadonlySet<string>> {
  const idOf = new Map(at.files.map(path => [path, `fil_${path}`]))
  const shown = new Set<string>()
  for (const { source, ...part } of plan.modules.flatMap(({ lessons }) =>
    lessons.flatMap(({ parts }) => parts),
  )) {
    const found = await readPart({ ...part, source }, { ...at, idOf }).catch(error => {
      if (error instanceof ArchiveRefused) return null
      throw error
    })
    for (const path of found ? pathsIn(found) : []) shown.add(path)
  }
  return shown
}

function pathsIn({ shown, quizzes }: PartContent): string[] {
  const questions = quizzes.flatMap(({ items }) => items.flatMap(({ question }) => question ?? []))
  return [
    ...shown,
    ...questions.flatMap(({ content }) => filesOfQuestion(content)).map(id => id.slice('fil_'.length)),
  ]
}

/** The plan with lessons of files that nothing shows. */
function withFiles(
  plan: CoursePlan,
  {
    all,
    loose,
    nameOf,
  }: { all: readonly string[]; loose: readonly string[]; nameOf: (path: string) => string },
): CoursePlan {
  const readable = new Set(loose)
  const items = [
    ...plan.items,
    ...all
      .filter(path => !readable.has(path))
      // It stands where pages or questions show it.
      .map(path => ({ kind: 'file' as const, name: nameOf(path), notes: [], isThere: true })),
  ]
  const lessons: LessonPlan[] = []
  for (let from = 0; from < loose.length; from += filesOfLesson) {
    const paths = loose.slice(from, from + filesOfLesson)
    const parts = paths.map(
      (path): Part => ({
        kind: 'file',
        id: path,
        name: nameOf(path),
        source: { as: 'file', path },
        notes: [],
      }),
    )
    lessons.push(lessonPlan(from === 0 ? 'Files' : `Files (${from / filesOfLesson + 1})`, parts))
  }
  if (lessons.length === 0) return { ...plan, items }
  const other = plan.modules.find(({ title }) => title === 'Other')
  return other
    ? {
        ...plan,
        items,
        modules: plan.modules.map(each =>
          each === other ? { ...other, lessons: [...other.lessons, ...lessons] } : each,
        ),
      }
    : { ...plan, items, modules: [...plan.modules, modulePlan('Other', lessons)] }
}
