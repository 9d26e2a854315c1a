import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { visibleByStudy } from '../../homework/curators/curator-scope.ts'
import {
  Certificate,
  certificateRevoked,
  certificates as operations,
  refusals,
} from './certificate.contract.ts'
import { certificateLifecycle } from './certificate.lifecycle.ts'

const certificates = objectTable('learning.certificates', Certificate, {
  list: operations.list,
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['template_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
  ],
  unique: [{ of: ['number'] }],
  lifecycle: {
    of: certificateLifecycle,
    emits: { revoke: certificateRevoked },
    refuses: { revoked: refusals.certificate_revoked },
  },
  conflicts: { certificates_valid: refusals.certificate_exists },
  visible: visibleByStudy,
})
export type CertificateRow = RowIn<typeof certificates>

export class CertificateStore extends storeOf(certificates) {
  /** Of the request that this work belongs to, for questions to other services. */
  get requestId(): string {
    return this.work.origin.requestId
  }

  /** The valid certificate of a person and course. */
  async validOf({ user_id, course_id }: Pick<CertificateRow, 'user_id' | 'course_id'>) {
    const { rows } = await this.work.read(
      `${certificates.select} and t.user_id = $2 and t.course_id = $3 and t.status = 'issued'`,
      [this.work.school, user_id, course_id],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The newest certificate of a course, whatever became of it; null if none was issued. */
  async newestOf(courseId: string): Promise<CertificateRow | null> {
    const { rows } = await this.work.read(
      `${certificates.select} and t.course_id = $2 order by t.created_at desc, t.id desc limit 1`,
      [this.work.school, courseId],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The certificates with these numbers, and the valid ones of these pairs. */
  async known(
    pairs: readonly Pick<CertificateRow, 'user_id' | 'course_id'>[],
    numbers: readonly string[],
  ): Promise<CertificateRow[]> {
    const { rows } = await this.work.read(
      `${certificates.select} and (t.number = any($2::text[])
         or t.status = 'issued' and (t.user_id, t.course_id) in (select * from unnest($3::text[], $4::text[])))`,
      [
        this.work.school,
        textArray(numbers),
        textArray(pairs.map(({ user_id }) => user_id)),
        textArray(pairs.map(({ course_id }) => course_id)),
      ],
    )
    return rows.map(row => this.read(row))
  }

  /** The certificate of a number; null also if its person was erased. */
  async ofNumber(number: string): Promise<CertificateRow | null> {
    const { rows } = await this.work.read(`${certificates.select} and t.number = $2 and t.name <> ''`, [
      this.work.school,
      number,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /**
   * Gives the certificates of a person to another one. Of two valid ones of a course the older stays, and the other is
   * revoked.
   */
  async moveTo(into: CertificateRow['user_id'], from: string): Promise<void> {
    const { rows } = await this.work.lock(
      `${certificates.select} and t.user_id in ($2, $3) and t.status = 'issued' order by t.issued_at, t.id for update`,
      [this.work.school, into, from],
    )
    const seenCourseIds = new Set<string>()
    for (const row of rows.map(fields => this.readLocked(fields))) {
      if (seenCourseIds.has(row.course_id))
        this.move(row, 'revoke', { revoked_at: this.work.now, revoke_reason: doubled })
      seenCourseIds.add(row.course_id)
    }
    this.work.write(
      `update "learning"."certificates" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Blanks what names a person: the public check knows these certificates no more. */
  blankOf(userId: string): void {
    this.work.write(
      `update "learning"."certificates" set name = '', revoke_reason = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}

const doubled = 'The person has an older certificate of this course.'
