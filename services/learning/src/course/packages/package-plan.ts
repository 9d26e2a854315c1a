// What is planned of a package, before its lessons are read.
import type { CanvasRubric } from '../formats/canvas.ts'
import type { CoursePlan } from './plan.ts'

export interface PackagePlan {
  plan: CoursePlan
  rubrics: ReadonlyMap<string, CanvasRubric>
  /** Files that stand in no lesson; some of them are shown by pages. */
  leftFiles: string[]
  /** Whether it may be anything but questions. */
  needsContent?: boolean
}

export const nothingElse: Pick<PackagePlan, 'rubrics' | 'leftFiles'> = { rubrics: new Map(), leftFiles: [] }
