// What Canvas writes beside a Common Cartridge: modules with their rules, settings of assignments and quizzes, rubrics, and
// the course itself (its schema `cccv1p0`).
import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { Criterion } from '../../homework/assignments/rubric.ts'
import { pointsOf } from './read-question.ts'

export interface CanvasItem {
  id: string
  title: string
  type: string
  /** The resource that it shows. */
  resource: string | null
  url: string | null
  isHidden: boolean
  indent: number
}
export interface CanvasModule {
  id: string
  title: string
  isHidden: boolean
  unlockAt: string | null
  /** The modules to complete before. */
  after: string[]
  isSequential: boolean
  /** The items to complete. */
  required: string[]
  items: CanvasItem[]
}

const textAt = (at: Xml | undefined, name: string) => textOf(childOf(at, name))
const isHidden = (at: Xml) => /^(?:unpublished|deleted|hidden)$/.test(textAt(at, 'workflow_state'))

/** The modules of `module_meta.xml`. */
export function canvasModules(root: Xml): CanvasModule[] {
  return childrenOf(root, 'module').map(module => ({
    id: module.attributes.get('identifier') ?? '',
    title: textAt(module, 'title').slice(0, 200),
    isHidden: isHidden(module),
    unlockAt: momentOf(textAt(module, 'unlock_at')),
    after: allIn(childOf(module, 'prerequisites'), 'prerequisite').map(each => textAt(each, 'identifierref')),
    isSequential: textAt(module, 'require_sequential_progress') === 'true',
    required: allIn(childOf(module, 'completionRequirements'), 'completionRequirement').map(each =>
      textAt(each, 'identifierref'),
    ),
    items: allIn(childOf(module, 'items'), 'item').map(item => ({
      ...{ id: item.attributes.get('identifier') ?? '', title: textAt(item, 'title').slice(0, 200) },
      ...{ type: textAt(item, 'content_type'), resource: textAt(item, 'identifierref') || null },
      ...{
        url: textAt(item, 'url') || null,
        isHidden: isHidden(item),
        indent: Number(textAt(item, 'indent')) || 0,
      },
    })),
  }))
}

/** A time as this product writes it; null for none. Canvas writes its times in UTC. */
export function momentOf(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null
  const time = new Date(/[Z+]|-\d\d:?\d\d$/.test(text.slice(16)) ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`
}

export interface CanvasAssignment {
  title: string
  points: number | null
  dueAt: string | null
  unlockAt: string | null
  lockAt: string | null
  isHidden: boolean
  rubric: string | null
  notes: string[]
}

/** The settings of an assignment: of `assignment_settings.xml`, or in the extensions of one of a cartridge. */
export function canvasAssignment(settings: Xml): CanvasAssignment {
  const notes: string[] = []
  const types = textAt(settings, 'submission_types')
  if (/external_tool/.test(types))
    notes.push('it is done in a tool of another site: here students answer in the lesson')
  if (textAt(settings, 'peer_reviews') === 'true') notes.push('students do not review each other here')
  if (textAt(settings, 'has_group_category') === 'true' || textAt(settings, 'group_category'))
    notes.push('each student hands in alone here, not a group')
  if (/^(?:letter_grade|gpa_scale|percent)$/.test(textAt(settings, 'grading_type')))
    notes.push('it is graded by points here')
  if (allIn(childOf(settings, 'assignment_overrides'), 'assignment_override').length)
    notes.push('other dates of single people or groups are left out')
  return {
    ...{
      title: textAt(settings, 'title').slice(0, 200),
      points: pointsOf(textAt(settings, 'points_possible')),
    },
    ...{ dueAt: momentOf(textAt(settings, 'due_at')), unlockAt: momentOf(textAt(settings, 'unlock_at')) },
    ...{ lockAt: momentOf(textAt(settings, 'lock_at')), isHidden: isHidden(settings) },
    ...{ rubric: textAt(settings, 'rubric_identifierref') || null, notes },
  }
}

export interface CanvasQuiz extends CanvasAssignment {
  description: string
  attempts: number | null
  seconds: number | null
  isShuffled: boolean
  counts: 'best' | 'last' | 'average'
  show: 'never' | 'score' | 'after_finish' | 'after_last_attempt'
}

/** What `assessment_meta.xml` says of a quiz. */
export function canvasQuiz(root: Xml): CanvasQuiz {
  const assignment = childOf(root, 'assignment')
  const own = canvasAssignment(root)
  const ofAssignment = assignment && canvasAssignment(assignment)
  const attempts = Number(textAt(root, 'allowed_attempts'))
  const minutes = Number(textAt(root, 'time_limit'))
  const policy = textAt(root, 'scoring_policy')
  const notes = [...own.notes]
  if (textAt(root, 'access_code')) notes.push('the code that opens it is left out')
  if (textAt(root, 'ip_filter')) notes.push('the networks from which it opens are left out')
  if (textAt(root, 'one_question_at_a_time') === 'true') notes.push('all its questions are shown together')
  if (/survey/.test(textAt(root, 'quiz_type'))) notes.push('it is a survey there, and counts as a quiz here')
  const shows = textAt(root, 'show_correct_answers') !== 'false'
  return {
    ...own,
    ...{
      dueAt: own.dueAt ?? ofAssignment?.dueAt ?? null,
      lockAt: own.lockAt ?? ofAssignment?.lockAt ?? null,
    },
    ...{ unlockAt: own.unlockAt ?? ofAssignment?.unlockAt ?? null, notes },
    isHidden: textAt(root, 'available') === 'false' || own.isHidden || (ofAssignment?.isHidden ?? false),
    description: textAt(root, 'description'),
    attempts: attempts > 0 ? Math.min(100, attempts) : null,
    seconds: minutes > 0 ? Math.min(86_400, Math.max(30, Math.round(minutes * 60))) : null,
    isShuffled: textAt(root, 'shuffle_answers') === 'true',
    counts: policy === 'keep_latest' ? 'last' : policy === 'keep_average' ? 'average' : 'best',
    show:
      textAt(root, 'hide_results') === 'always'
        ? 'never'
        : textAt(root, 'show_correct_answers_last_attempt') === 'true' ||
            textAt(root, 'hide_results') === 'until_after_last_attempt'
          ? 'after_last_attempt'
          : shows
            ? 'after_finish'
            : 'score',
  }
}

export interface CanvasRubric {
  id: string
  title: string
  criteria: Criterion[]
  notes: string[]
}

const [maxCriteria, maxLevels] = [20, 10]

/** The rubrics of `rubrics.xml`; one without criteria has notes that say why. */
export function canvasRubrics(root: Xml): CanvasRubric[] {
  return childrenOf(root, 'rubric').map(rubric => {
    const notes: string[] = []
    const all = allIn(childOf(rubric, 'criteria'), 'criterion')
    if (all.length > maxCriteria)
      notes.push(`a rubric has at most ${maxCriteria} criteria: the others are left out`)
    const criteria = all
      .slice(0, maxCriteria)
      .flatMap((criterion, index) => criterionOf(criterion, index, notes) ?? [])
    return {
      id: rubric.attributes.get('identifier') ?? '',
      ...{ title: textAt(rubric, 'title').slice(0, 200), criteria, notes },
    }
  })
}

function criterionOf(criterion: Xml, index: number, notes: string[]): Criterion | null {
  const title = (textAt(criterion, 'description') || `Criterion ${index + 1}`).slice(0, 200)
  const most = Number(textAt(criterion, 'points'))
  const ratings = childrenOf(childOf(criterion, 'ratings'), 'rating')
  if (!(most > 0) || ratings.length < 2) {
    notes.push(
      `the criterion “${title.slice(0, 60)}” has no points, or fewer than two levels: it is left out`,
    )
    return null
  }
  if (ratings.length > maxLevels)
    notes.push(`a criterion has at most ${maxLevels} levels: the others are left out`)
  const levels = ratings.slice(0, maxLevels).map((rating, at) => ({
    key: `level-${at + 1}`,
    title: (textAt(rating, 'description') || `Level ${at + 1}`).slice(0, 200),
    description: textAt(rating, 'long_description').slice(0, 2000),
    percent: Math.min(100, Math.max(0, Math.round((Number(textAt(rating, 'points')) / most) * 100) || 0)),
  }))
  return {
    ...{
      key: `criterion-${index + 1}`,
      title,
      description: textAt(criterion, 'long_description').slice(0, 2000),
    },
    ...{ weight: Math.min(1000, Math.max(1, Math.round(most))), levels },
  }
}

/** The title of the course, and whether it can be read, of `course_settings.xml`. */
export const canvasCourse = (root: Xml): { title: string } => ({ title: textAt(root, 'title').slice(0, 200) })
void firstIn
