// A course of files of questions that come without a manifest: documents of QTI, Moodle's XML, GIFT and Aiken.
import { ArchiveRefused } from '@lms/archive'
import { nothingElse, type PackagePlan } from './package-plan.ts'
import { lessonPlan, modulePlan, type Part } from './plan.ts'
import type { OpenPackage } from './read-document.ts'

const maxFiles = 200

/** A lesson for each file; throws `ArchiveRefused` where none has questions. */
export function questionFilesPlan({ archive }: OpenPackage): PackagePlan {
  const isQuestions = (path: string) => /\.(?:xml|txt|gift)$/i.test(path) && !/^__MACOSX\//.test(path)
  const paths = archive.paths.filter(isQuestions)
  if (paths.length === 0)
    throw new ArchiveRefused(
      'The package has no course.json, imsmanifest.xml or moodle_backup.xml, and no file of questions.',
    )
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const lessons = paths.slice(0, maxFiles).map(path => {
    const part: Part = {
      kind: 'quiz',
      id: path,
      name: nameOf(path),
      source: { as: 'question_file', path },
      notes: [],
    }
    return lessonPlan(nameOf(path), [part])
  })
  const title = paths.length === 1 ? nameOf(paths[0]!) : 'Imported questions'
  return {
    ...nothingElse,
    needsContent: true,
    plan: {
      origin: `questions ${paths.join(' ').slice(0, 2000)}`,
      title,
      description: '',
      modules: [modulePlan('Questions', lessons)],
      notes: [],
      items: [],
    },
    leftFiles: archive.paths.filter(path => !isQuestions(path) && !/^__MACOSX\//.test(path)),
  }
}
