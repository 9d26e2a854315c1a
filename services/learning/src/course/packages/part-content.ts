// What a part of a foreign package has for a lesson.
import type { BlockContent } from '../blocks/block-content.ts'
import type { CanvasRubric } from '../formats/canvas.ts'
import type { MoodleFile } from '../formats/moodle-files.ts'
import type { ParsedQuiz } from '../formats/parsed-quiz.ts'
import type { OpenPackage } from './read-document.ts'

/** A foreign package while its lessons are read. */
export interface PackageReading extends OpenPackage {
  /** Finds the file that a document at a path means by an address. */
  find: (base: string, href: string) => string | null
  rubrics: ReadonlyMap<string, CanvasRubric>
  /** Names of files that can be taken over, by their paths. */
  idOf: ReadonlyMap<string, string>
  /** The name of a file, which need not be that in the archive. */
  nameOf: (path: string) => string
  /** Files of a backup of Moodle. */
  moodleFiles: readonly MoodleFile[]
}

/** When a part is to be done. */
export interface PartDates {
  dueAt: string | null
  unlockAt: string | null
  lockAt: string | null
}

export interface PartContent {
  blocks: BlockContent[]
  quizzes: (ParsedQuiz & { fields?: object })[]
  assignments: object[]
  notes: string[]
  /** Paths of the files that it shows. */
  shown: string[]
  /** Its own title; empty for none. */
  title: string
  dates: PartDates
  isHidden: boolean
}

export const nothing = (): PartContent => ({
  ...{ blocks: [], quizzes: [], assignments: [], notes: [], shown: [], title: '', isHidden: false },
  dates: { dueAt: null, unlockAt: null, lockAt: null },
})
