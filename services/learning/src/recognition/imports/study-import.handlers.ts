import { type BodyOf, type Id, isId, newId, type ReturnsOf } from '@lms/contract'
import { isDrawable } from '@lms/pdf'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import { keyOf, type StoredRight } from '../../study/rights/right.store.ts'
import { newBadgeKey } from '../badges/badge-key.ts'
import type { CertificateTemplateRow } from '../certificate-templates/template.store.ts'
import type { CertificateRow } from '../certificates/certificate.store.ts'
import { type Facts, issue } from '../certificates/issue.ts'
import { siteOf } from '../certificates/name-and-site.ts'
import { longestName, studyImports } from './study-import.contract.ts'

type Study = BodyOf<(typeof studyImports)['take']>['studies'][number]
type Result = ReturnsOf<(typeof studyImports)['take']>
type Warn = (field: string, message: string) => void

export const studyImportHandlers = builder.implement(studyImports, {
  courses: async ({ body: { names } }, { courses }) => {
    const short = names.map(name => (name.length > longestName ? '' : name.trim()))
    const found = await courses.byNames(short.filter(Boolean))
    return {
      courses: short.map(name => ({
        ids: isId('crs', name)
          ? found.filter(({ id }) => id === name).map(({ id }) => id)
          : named(name, found),
      })),
    }
  },

  take: async ({ body: { dry_run, studies }, ...ctx }, stores) => {
    const { work } = ctx
    work.outgoing.asImport()
    const result: Result = { completions: 0, certificates: 0, warnings: [] }
    const known = await knownOf(studies, ctx, stores)
    // Who was erased meanwhile is not studied for anew.
    const present = dry_run ? null : await stores.people.holdAll(studies.map(({ user_id }) => user_id))
    if (!dry_run) await stores.rights.holdCopy()
    const enrollments = dry_run ? new Map() : await stores.enrollments.lockPairs(studies)
    // All at once: the rows of a slice are locked while they are read.
    const rights = Map.groupBy(dry_run ? [] : await stores.rights.ofPairs(studies), keyOf)
    const done: Done[] = []
    for (const study of studies) {
      if (present && !present.has(study.user_id)) continue
      const warn: Warn = (field, message) => result.warnings.push({ row: study.row, field, message })
      const completed_at = completionOf(study, work.now, warn)
      if (completed_at) result.completions++
      const template = study.certificate_number === null ? null : certifiable(study, known, warn)
      if (template) result.certificates++
      if (dry_run) continue
      const key = keyOf(study)
      const before = enrollments.get(key) ?? null
      const row = studied(study, completed_at, { before, rights: rights.get(key) ?? [] }, stores)
      enrollments.set(key, row)
      if (completed_at) done.push({ row, share: 1, at: completed_at })
      else if (study.percent) done.push({ row, share: study.percent / 100, at: work.now })
      if (template) certify(study, row, { template, known, ctx, stores })
    }
    stores.lessonProgress.enterImported(done)
    return result
  },
})

interface Done {
  readonly row: EnrollmentRow
  readonly share: number
  readonly at: string
}

/** At most two: more say no more. */
const named = (name: string, found: readonly { id: Id<'crs'>; title: string }[]) =>
  found
    .filter(({ title }) => title.trim().toLowerCase() === name.toLowerCase())
    .map(({ id }) => id)
    .slice(0, 2)

/** When the course was completed; a study of 100 percent without a time is completed now. */
function completionOf({ completed_at, percent }: Study, now: string, warn: Warn): string | null {
  if (completed_at !== null && completed_at > now) {
    warn('completed_at', 'is in the future')
    return null
  }
  return completed_at ?? (percent === 100 ? now : null)
}

/** The study of a row, with its completion. It tells nobody of lessons that were open before. */
function studied(
  { user_id, course_id }: Study,
  completed_at: string | null,
  { before, rights }: { before: EnrollmentRow | null; rights: readonly StoredRight[] },
  { enrollments }: Stores,
): EnrollmentRow {
  const pair = { user_id, course_id }
  if (before && (completed_at === null || before.completed_at !== null)) return before
  if (completed_at === null) return enrollments.begin(pair, newId('enr'), rights)
  return before
    ? enrollments.completeImported(before, completed_at, rights)
    : enrollments.beginCompleted(pair, newId('enr'), rights, completed_at)
}

const nothingKnown = (): Known => ({
  ...{ titles: new Map(), templates: new Map(), byNumber: new Map(), valid: new Map() },
  ...{ issued: new Set(), facts: null },
})

interface Known {
  readonly titles: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, CertificateTemplateRow>
  /** Certificates by their numbers, and the valid ones by `keyOf`; those of rows before are among them. */
  readonly byNumber: Map<string, Pick<CertificateRow, 'user_id' | 'course_id'>>
  readonly valid: Map<string, string>
  /** The pairs, by `keyOf`, that have theirs. */
  readonly issued: Set<string>
  readonly facts: Omit<Facts, 'name'> | null
}

/** What certificates of these rows need: asked before anything is locked. */
async function knownOf(
  studies: readonly Study[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { badgeKeys, certificates, certificateTemplates, courses }: Stores,
): Promise<Known> {
  const certified = studies.filter(({ certificate_number }) => certificate_number !== null)
  if (certified.length === 0) return nothingKnown()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { name: school_name } = await siteOf(scope, runtime)
  const courseIds = [...new Set(certified.map(({ course_id }) => course_id))]
  const [rows, titled, keys] = await Promise.all([
    certificates.known(
      certified,
      certified.map(({ certificate_number }) => certificate_number!),
    ),
    courses.byNames(courseIds),
    badgeKeys.all(),
  ])
  const templates = new Map<string, CertificateTemplateRow>()
  for (const id of courseIds) {
    const newest = await certificateTemplates.ofCourse(id)
    const template = newest && (await certificateTemplates.lockIfAny(newest.id))
    if (template) templates.set(id, template)
  }
  const validRows = rows.filter(({ status }) => status === 'issued')
  return {
    titles: new Map(titled.map(({ id, title }) => [id, title])),
    templates,
    byNumber: new Map(rows.map(row => [row.number, row])),
    valid: new Map(validRows.map(row => [keyOf(row), row.number])),
    issued: new Set(validRows.map(keyOf)),
    facts: { school_name, key: keys.length ? null : await newBadgeKey(work.school, runtime.vault) },
  }
}

/** The template of a certificate that the row can have, or has; null, with a warning, where it cannot. */
function certifiable(study: Study, known: Known, warn: Warn): CertificateTemplateRow | null {
  const { user_id, course_id, name } = study
  const number = study.certificate_number!
  const template = known.templates.get(course_id)
  const holder = known.byNumber.get(number)
  const other = known.valid.get(keyOf(study))
  const problem = !template
    ? 'no certificate template names the course; make one, and import the row again'
    : holder && (holder.user_id !== user_id || holder.course_id !== course_id)
      ? 'another certificate has this number'
      : other !== undefined && other !== number
        ? `the person has another certificate of the course: ${other}`
        : name === ''
          ? 'the person has no name to put on the certificate'
          : isDrawable(name)
            ? null
            : 'no font of certificates has the letters of the name'
  if (problem !== null || !template) {
    warn('certificate_number', problem ?? '')
    return null
  }
  known.byNumber.set(number, { user_id, course_id })
  known.valid.set(keyOf(study), number)
  return template
}

/** Issues the certificate of a row, where the person has it not. */
function certify(
  study: Study,
  row: EnrollmentRow,
  {
    template,
    known,
    ctx,
    stores,
  }: { template: CertificateTemplateRow; known: Known; ctx: Work; stores: Stores },
): void {
  if (known.issued.has(keyOf(study))) return
  known.issued.add(keyOf(study))
  issue(
    row,
    template,
    {
      ...known.facts!,
      name: study.name,
      course_title: known.titles.get(study.course_id)!,
      number: study.certificate_number!,
      issued_at: study.certificate_issued_at ?? row.completed_at ?? ctx.now,
    },
    stores,
    ctx.work,
  )
}
