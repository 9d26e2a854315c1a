import { Refused } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { maxLessonBytes, refusals } from './block.contract.ts'
import type { BlockContent } from './block-content.ts'

interface SizedBlock {
  id: string
  lesson_id: string
  content: BlockContent
}

/** Refuses a content with which the blocks of its lesson, or of the draft of it, would be too large; the lesson is locked. */
export async function refuseLarge(
  { id, lesson_id, content }: SizedBlock,
  table: 'lesson_blocks' | 'draft_blocks',
  work: UnitOfWork,
): Promise<void> {
  const { rows } = await work.read(
    `select coalesce(sum(octet_length(content::text)), 0) from "learning"."${table}"
     where school_id = $1 and lesson_id = $2 and id <> $3`,
    [work.school, lesson_id, id],
  )
  const bytes = Number(rows[0]![0]) + Buffer.byteLength(JSON.stringify(content))
  if (bytes > maxLessonBytes) throw new Refused(refusals.lesson_too_large)
}
