// A course as a package of another product will become it: modules and lessons, and from where each part of a lesson comes.
import type { FoundItem, ItemKind } from './report.ts'

/** From where the content of a part comes; all are paths in the archive. */
export type PartSource =
  | { as: 'page'; path: string; files: readonly string[] }
  | { as: 'file'; path: string }
  | { as: 'files'; paths: readonly string[] }
  | { as: 'link'; path: string }
  | { as: 'url'; url: string }
  | { as: 'text'; html: string; base: string }
  | { as: 'discussion'; path: string }
  | { as: 'assignment'; path: string; page: string | null }
  /** Of several documents of a quiz the first one that is there counts. */
  | { as: 'quiz12'; paths: readonly string[]; settings: string | null; bank: string | null }
  | { as: 'test'; path: string }
  | { as: 'items'; paths: readonly string[] }
  | { as: 'question_file'; path: string }
  /** `state` is where an activity says whether it is visible. */
  | { as: 'moodle_quiz'; path: string; state: string }
  | { as: 'moodle_activity'; path: string; module: string; state: string }
  /** Questions that none of these quizzes asks. */
  | { as: 'moodle_bank'; quizzes: readonly string[] }

export interface Part {
  kind: ItemKind
  /** What names it in its source. */
  id: string
  name: string
  source: PartSource
  notes: string[]
}

export interface LessonPlan {
  title: string
  /** Whether the tree has no title for it: its first part may have one. */
  isUntitled: boolean
  isHidden: boolean
  parts: Part[]
  /** The lessons to complete before. */
  after: LessonPlan[]
  unlockAt: string | null
}

export interface ModulePlan {
  /** What names it in its source; empty where only its title does. */
  id: string
  title: string
  description: string
  lessons: LessonPlan[]
  after: LessonPlan[]
  unlockAt: string | null
  /** What of the module is different. */
  notes: string[]
}

export interface CoursePlan {
  /** What names it in its source. */
  origin: string
  title: string
  description: string
  modules: ModulePlan[]
  /** What is different about the course as a whole. */
  notes: string[]
  /** What is no part of a lesson, and what became of it. */
  items: FoundItem[]
}

export const lessonPlan = (title: string, parts: Part[], more: Partial<LessonPlan> = {}): LessonPlan => ({
  ...{
    title: title.slice(0, 200) || 'Lesson',
    isUntitled: false,
    isHidden: false,
    parts,
    after: [],
    unlockAt: null,
  },
  ...more,
})
/** A part that nothing is known to differ of. */
export const partOf = (kind: ItemKind, id: string, name: string, source: Part['source']): Part => ({
  kind,
  id,
  name,
  source,
  notes: [],
})

export const modulePlan = (
  title: string,
  lessons: LessonPlan[],
  more: Partial<ModulePlan> = {},
): ModulePlan => ({
  ...{
    id: '',
    title: title.slice(0, 200) || 'Module',
    description: '',
    lessons,
    after: [],
    unlockAt: null,
    notes: [],
  },
  ...more,
})

const [maxModules, maxLessons] = [100, 500]

/** The plan within the bounds of a course: what is beyond them moves together, and is told. */
export function withinBounds(plan: CoursePlan): CoursePlan {
  const notes: string[] = []
  let modules = plan.modules
  if (modules.length > maxModules) {
    const rest = modules.slice(maxModules - 1)
    notes.push(`a course has at most ${maxModules} modules: the last ${rest.length} became one`)
    const last = modulePlan(
      rest[0]!.title,
      rest.flatMap(({ lessons }) => lessons),
    )
    modules = [...modules.slice(0, maxModules - 1), last]
  }
  const count = (all: readonly ModulePlan[]) => all.reduce((sum, { lessons }) => sum + lessons.length, 0)
  const before = count(modules)
  const whole = modules
  for (let together = 2; count(modules) > maxLessons; together++)
    modules = whole.map(module => joined(module, together))
  if (count(modules) < before)
    notes.push(
      `a course has at most ${maxLessons} lessons: ${before} became ${count(modules)}, some of several parts, which open with the course`,
    )
  return { ...plan, modules, notes: [...plan.notes, ...notes] }
}

/** The module with so many of its lessons in one. */
function joined(module: ModulePlan, together: number): ModulePlan {
  const lessons: LessonPlan[] = []
  for (let from = 0; from < module.lessons.length; from += together) {
    const group = module.lessons.slice(from, from + together)
    const [first] = group as [LessonPlan]
    const more = group.length > 1 ? ` (and ${group.length - 1} more)` : ''
    lessons.push({
      ...first,
      title: first.title.slice(0, 180) + more,
      parts: group.flatMap(({ parts }) => parts),
      // What is hidden stays so, with what it is joined to.
      isHidden: group.some(({ isHidden }) => isHidden),
      after: [],
    })
  }
  return { ...module, lessons, after: [] }
}
