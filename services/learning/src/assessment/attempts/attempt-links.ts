// Links to the pictures and recordings of the questions of an attempt, signed by the site service.
import type { Caller, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileLinks } from '@lms/site/contract'
import { filesOfQuestion } from '../questions/question-media.ts'
import { maxAttemptLinks, type QuizAttemptDetail } from './attempt.contract.ts'

/** Links that are signed with one call. */
const linksAtOnce = 300

/** The attempt with links for those who cannot ask for downloads of files themselves: to what they see of it. */
export async function withLinks(
  detail: QuizAttemptDetail,
  { caller, work, runtime }: Pick<Work, 'work' | 'runtime'> & { caller: Caller },
): Promise<QuizAttemptDetail> {
  if (caller.role !== 'student' && caller.role !== 'curator') return detail
  const shown = detail.questions.flatMap(({ asked: presented, outcome }) =>
    filesOfQuestion({ ...presented, explanation_media: outcome?.explanation_media ?? [] }),
  )
  const files = [...new Set(shown)].slice(0, maxAttemptLinks).map(id => ({
    id: id as Id<'fil'>,
    disposition: 'inline' as const,
  }))
  const scope = { school: work.school, requestId: work.origin.requestId }
  const client = runtime.client('site', { fileLinks }, scope).fileLinks
  const links: NonNullable<QuizAttemptDetail['links']> = []
  for (let at = 0; at < files.length; at += linksAtOnce) {
    const signed = await client.sign({ body: { files: files.slice(at, at + linksAtOnce) } })
    links.push(...signed.links.map(({ id, ...link }) => ({ file_id: id, ...link })))
  }
  return { ...detail, links }
}
