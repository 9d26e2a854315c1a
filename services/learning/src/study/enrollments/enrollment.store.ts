import {
  column,
  enqueue,
  enqueueSelected,
  objectTable,
  planned,
  type RowIn,
  storeOf,
  textArray,
} from '@lms/service-host'
import { visibleByStudy } from '../../homework/curators/curator-scope.ts'
import { lookFor } from '../openings/look-up-openings.ts'
import { OpeningStore } from '../openings/opening.store.ts'
import { armEnrollment, teachFlow } from '../openings/opening.task.ts'
import { keyOf, listsOf, type Pair, type StoredRight } from '../rights/right.store.ts'
import { courseCompleted, Enrollment, enrollments as operations, refusals } from './enrollment.contract.ts'
import { type EnrollmentStatus, enrollmentLifecycle } from './enrollment.lifecycle.ts'
import { deadlineAfter, freezesAfter, nextChange, statusOf } from './enrollment.rules.ts'
import { enterFlow } from './enter-flow.task.ts'
import { issueCertificate } from './issue-certificate.task.ts'
import { recountOne } from './recount.task.ts'
import { settleEnrollment } from './settle.task.ts'

const enrollments = objectTable('learning.enrollments', Enrollment, {
  archive: { earlier: { columns: { deadline_at: 'due_at' }, fields: { freezes: { till: 'to' } } } },
  list: operations.list,
  hidden: {
    /** Whether a completion has been told that the student undid: it is not told again. */
    is_completion_told: column.boolean(),
  },
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['course_id', 'id'],
    ['group_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
  ],
  unique: [{ of: ['user_id', 'course_id'] }],
  lifecycle: {
    of: enrollmentLifecycle,
    emits: {
      begin: null,
      wait: null,
      freeze: null,
      unfreeze: null,
      suspend: null,
      resume: null,
      complete: null,
      repeat: null,
      end: null,
    },
    refuses: { ended: refusals.enrollment_ended },
  },
  visible: visibleByStudy,
})
export type EnrollmentRow = RowIn<typeof enrollments>

/** What a request may set of a study. */
type EnrollmentFields = { [K in 'group_id' | 'starts_at' | 'due_at']?: EnrollmentRow[K] | undefined }

export class EnrollmentStore extends storeOf(enrollments) {
  /** The enrollments of these persons in their courses, locked, by `keyOf`. */
  async lockPairs(pairs: readonly Pair[]): Promise<Map<string, EnrollmentRow>> {
    const { rows } = await this.work.lock(
      `${enrollments.select} and (t.user_id, t.course_id) in (select * from unnest($2::text[], $3::text[]))
       order by t.id for update`,
      [this.work.school, ...listsOf(pairs)],
    )
    return new Map(rows.map(row => this.readLocked(row)).map(row => [keyOf(row), row]))
  }

  /** The enrollment of a person in a course, if the caller may see it. */
  async ofPair({ user_id, course_id }: Pair): Promise<EnrollmentRow | null> {
    const mine = this.mine(4)
    const { rows } = await this.work.read(
      `${enrollments.select} and t.user_id = $2 and t.course_id = $3${mine.sql}`,
      [this.work.school, user_id, course_id, ...mine.values],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The newest enrollments of a person in these states that the caller may see, also of some courses or lessons alone. */
  async newestOf(
    userId: string,
    { of = null, states }: { of?: readonly string[] | null; states: readonly EnrollmentStatus[] },
    most: number,
  ): Promise<EnrollmentRow[]> {
    const mine = this.mine(6)
    const { rows } = await this.work.read(
      `${enrollments.select} and t.user_id = $2 and t.status = any($3::text[])
         and ($4::text[] is null or t.course_id = any($4::text[]) or t.course_id in (select l.course_id
           from "learning"."lessons" l where l.school_id = $1 and l.id = any($4::text[])))${mine.sql}
       order by t.created_at desc, t.id desc limit $5`,
      [this.work.school, userId, textArray(states), of && textArray(of), String(most), ...mine.values],
    )
    return rows.map(row => this.read(row))
  }

  /** The enrollment, locked; null if there is none that the caller may see. If-Match is not about it. */
  async lockSeen(id: string): Promise<EnrollmentRow | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${enrollments.select} and t.id = $2${mine.sql} for update`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** What a person studies in a flow, whoever asks. */
  async inFlow(userId: string, groupId: string): Promise<EnrollmentRow[]> {
    const { rows } = await this.work.read(
      `${enrollments.select} and t.user_id = $2 and t.group_id = $3 and t.status <> 'ended' order by t.id`,
      [this.work.school, userId, groupId],
    )
    return rows.map(row => this.read(row))
  }

  /** The next people who study a course in a flow, in the order of their enrollments. */
  async ofFlow(
    { group_id, course_id }: { group_id: string; course_id: string },
    after: string | null,
    most: number,
  ): Promise<EnrollmentRow[]> {
    const { rows } = await this.work.ask(
      planned(
        `${enrollments.select} and t.group_id = $2 and t.course_id = $3 and t.status <> 'ended' and t.id > $4
         order by t.id limit $5`,
        [this.work.school, group_id, course_id, after ?? '', String(most)],
      ),
    )
    return rows.map(row => this.read(row))
  }

  /** What a person studies in a flow, locked, with what has ended. */
  async lockInFlow(userId: string, groupId: string): Promise<EnrollmentRow[]> {
    const { rows } = await this.work.lock(
      `${enrollments.select} and t.user_id = $2 and t.group_id = $3 order by t.id for update`,
      [this.work.school, userId, groupId],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** Some of the studies in a flow, locked, with those that have ended. */
  async lockOfFlow(groupId: string, most: number): Promise<EnrollmentRow[]> {
    const { rows } = await this.work.lockStep(
      planned(`${enrollments.select} and t.group_id = $2 order by t.id limit $3 for update`, [
        this.work.school,
        groupId,
        String(most),
      ]),
    )
    return rows.map(row => this.readLocked(row))
  }

  /** Whether somebody studies a course, or has studied it. */
  async anyIn(courseId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."enrollments" where school_id = $1 and course_id = $2 limit 1`,
      [this.work.school, courseId],
    )
    return rows.length > 0
  }

  /** Saves the state that the rights make of the study now, and looks again when they change it by themselves. */
  settle(row: EnrollmentRow, rights: readonly StoredRight[]): EnrollmentRow {
    const { now } = this.work
    const status = statusOf(row, rights, now)
    const freezes = freezesAfter(row.freezes, status, rights, now)
    this.#settleAt(row.id, nextChange(row, rights, now))
    const move = enrollmentLifecycle.toward(row.status, status)
    armEnrollment(this.work, row.id)
    if (row.group_id) teachFlow(this.work, row.group_id, row.course_id)
    // What a changed course has completed or left over meanwhile.
    if (move && (row.status === 'ended' || row.status === 'suspended') && row.completed_at === null)
      recountOne(this.work, row.course_id, row.id)
    const changes = { freezes, due_at: deadlineAfter(row.due_at, row.freezes, freezes) }
    return move ? this.move(row, move, changes) : this.save(row, changes)
  }

  /** The study in another flow: what its flow has told stays told, and what waits for a review follows. To be settled. */
  enter(row: EnrollmentRow, group_id: EnrollmentRow['group_id']): EnrollmentRow {
    if (row.group_id === group_id) return row
    if (row.group_id) new OpeningStore(this.work).keepTold([row.id], row.group_id)
    enqueue(this.work, enterFlow, { enrollment_id: row.id }, { key: row.id })
    return { ...row, group_id }
  }

  /** A new study, which begins with the first right unless something else is given. */
  begin(
    pair: Pair,
    id: Enrollment['id'],
    rights: readonly StoredRight[],
    fields: EnrollmentFields = {},
    completed_at: string | null = null,
  ): EnrollmentRow {
    const { now } = this.work
    const first = rights.map(({ starts_at }) => starts_at).toSorted()[0] ?? now
    const starts_at = fields.starts_at ?? [first, now].toSorted().at(-1)!
    const study = { starts_at, completed_at, ended_at: null }
    const status = statusOf(study, rights, now)
    this.#settleAt(id, nextChange(study, rights, now))
    armEnrollment(this.work, id)
    const group_id = fields.group_id ?? rights.find(({ group_id }) => group_id !== null)?.group_id ?? null
    if (group_id) teachFlow(this.work, group_id, pair.course_id)
    return this.insert({
      ...this.fresh(id),
      ...pair,
      ...study,
      group_id,
      status,
      due_at: fields.due_at ?? null,
      percent: completed_at === null ? 0 : 100,
      is_completion_told: completed_at !== null,
      freezes: freezesAfter([], status, rights, now),
    })
  }

  /** A study that was completed in another program. */
  beginCompleted(
    pair: Pair,
    id: Enrollment['id'],
    rights: readonly StoredRight[],
    completed_at: string,
  ): EnrollmentRow {
    const row = this.begin(pair, id, rights, { starts_at: completed_at }, completed_at)
    this.work.outgoing.emit(courseCompleted, row)
    return row
  }

  /** The enrollment of a person in a course, locked; null if there is none that the caller may see. */
  async lockPair({ user_id, course_id }: Pair): Promise<EnrollmentRow | null> {
    const mine = this.mine(4)
    const { rows } = await this.work.lock(
      `${enrollments.select} and t.user_id = $2 and t.course_id = $3${mine.sql} for update`,
      [this.work.school, user_id, course_id, ...mine.values],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** Enrollments of a course that is not completed in them and that they study, after one of them, locked. */
  async lockUncompleted(
    courseId: string,
    { after, only, most }: { after: string; only: string | null; most: number },
  ): Promise<EnrollmentRow[]> {
    const { rows } = await this.work.lockStep(
      planned(
        `${enrollments.select} and t.course_id = $2 and t.completed_at is null
           and t.status not in ('ended', 'suspended') and t.id > $3 and ($4::text is null or t.id = $4)
         order by t.id limit ${most} for update`,
        [this.work.school, courseId, after, only],
      ),
    )
    return rows.map(row => this.readLocked(row))
  }

  /**
   * Enters the percentage of completed lessons. With 100 the course is completed, for good; `rights` are those of the
   * person to it.
   */
  advance(row: EnrollmentRow, percent: number, rights: readonly StoredRight[]): EnrollmentRow {
    if (row.completed_at !== null) return row
    if (percent < 100) return this.save(row, { percent })
    const completed = this.settle({ ...row, percent, completed_at: this.work.now }, rights)
    this.#lookForCourse(row)
    if (!row.is_completion_told) this.work.outgoing.emit(courseCompleted, completed)
    enqueue(this.work, issueCertificate, { enrollment_id: row.id }, { key: row.id })
    return completed
  }

  /** Enters a completion of another program. It is told as imported, and no certificate follows by itself. */
  completeImported(row: EnrollmentRow, completed_at: string, rights: readonly StoredRight[]): EnrollmentRow {
    const completed = this.settle({ ...row, percent: 100, completed_at }, rights)
    this.#lookForCourse(row)
    if (!row.is_completion_told) this.work.outgoing.emit(courseCompleted, completed)
    return completed
  }

  /**
   * Takes the completion of the course back, and enters the percentage of what is left. Where it counts as told, the next
   * one is not told again.
   */
  retreat(
    row: EnrollmentRow,
    percent: number,
    rights: readonly StoredRight[],
    { isTold }: { isTold: boolean },
  ): EnrollmentRow {
    const is_completion_told = isTold && (row.is_completion_told || row.completed_at !== null)
    this.#lookForCourse(row)
    return this.settle({ ...row, percent, completed_at: null, is_completion_told }, rights)
  }

  /**
   * Gives a person's enrollments to another one, who keeps their own of the same courses with the earlier completion. Their
   * own may be a moment old: where the rights have moved before the merge is heard of. So it also takes over what it lacks.
   */
  moveTo(into: string, from: string): void {
    const values = [this.work.school, into, from]
    this.work.write(
      `update "learning"."enrollments" t set completed_at = least(t.completed_at, o.completed_at),
         starts_at = least(t.starts_at, o.starts_at), percent = greatest(t.percent, o.percent),
         is_completion_told = t.is_completion_told or o.is_completion_told, version = t.version + 1,
         updated_at = $4, group_id = coalesce(t.group_id, o.group_id), due_at = coalesce(t.due_at, o.due_at),
         freezes = case when t.freezes = '[]'::jsonb then o.freezes else t.freezes end
       from "learning"."enrollments" o where t.school_id = $1 and t.user_id = $2
         and o.school_id = $1 and o.user_id = $3 and o.course_id = t.course_id`,
      [...values, this.work.now],
    )
    this.work.write(
      `delete from "learning"."enrollments" o using "learning"."enrollments" t where t.school_id = $1 and t.user_id = $2
         and o.school_id = $1 and o.user_id = $3 and o.course_id = t.course_id`,
      values,
    )
    this.work.write(
      `update "learning"."enrollments" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [...values, this.work.now],
    )
    // A study that runs has taken over a completion; one that moved may have rights that were read before it did.
    enqueueSelected(this.work, settleEnrollment, {
      sql: `select id, json_build_object('enrollment_id', id)::text from "learning"."enrollments"
        where school_id = $ and user_id = $
          and (status = 'active' and completed_at is not null or status = 'suspended')`,
      values: [this.work.school, into],
    })
  }

  /** Looks at the lessons of other courses that wait for the completion of this one. */
  #lookForCourse({ user_id, course_id }: EnrollmentRow): void {
    lookFor(this.work, { people: [user_id], objects: [course_id] })
  }

  #settleAt(enrollment_id: Enrollment['id'], at: string | null): void {
    if (at) enqueue(this.work, settleEnrollment, { enrollment_id }, { key: enrollment_id, at: new Date(at) })
  }
}
