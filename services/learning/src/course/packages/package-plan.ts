// What is planned of a package, before its lessons are read.
import type { CanvasRubric } from '../formats/canvas.ts'
import type { MoodleFile } from '../formats/moodle-files.ts'
import type { CoursePlan } from './plan.ts'

export interface PackagePlan {
  plan: CoursePlan
  rubrics: ReadonlyMap<string, CanvasRubric>
  /** Files that stand in no lesson; some of them are shown by pages. */
  leftFiles: string[]
  /** Names of files, where they are not those in the archive: only these become files of the school. */
  names?: ReadonlyMap<string, string>
  find?: (base: string, href: string) => string | null
  moodleFiles?: readonly MoodleFile[]
  /** Whether it may be anything but questions. */
  needsContent?: boolean
}

export const nothingElse: Pick<PackagePlan, 'rubrics' | 'leftFiles'> = { rubrics: new Map(), leftFiles: [] }
