import { formatTime, maxOf, newId } from '@lms/contract'
import { mapPage } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { claimEnd } from '../review-queue/review-terms.ts'
import { linksToFiles } from './answer-files.ts'
import { ofSubmission } from './comment.store.ts'
import { renewClaim } from './moves.ts'
import { submissionComments as operations, submissionCommented } from './submission.contract.ts'

export const submissionCommentHandlers = builder.implement(
  operations,
  {
    list: async (input, { submissions, submissionComments }) => {
      const { path, query } = input
      const [page] = await Promise.all([
        submissionComments.page(query, [ofSubmission(path.id)]),
        submissions.get(path.id),
      ])
      const links = await linksToFiles([...new Set(page.rows.flatMap(({ file_ids }) => file_ids))], input)
      const byFile = links && new Map(links.map(link => [link.file_id, link]))
      return mapPage(page, comment => ({
        ...comment,
        links: byFile && comment.file_ids.flatMap(id => byFile.get(id) ?? []),
      }))
    },

    create: async (input, { people, submissions, submissionFiles, submissionComments }) => {
      const { path, body, caller, now, emit, work } = input
      const [, row] = await Promise.all([people.holdCaller(caller), submissions.lock(path.id)])
      await submissionComments.refuseBeyond(maxOf(operations.create.bound)!, ofSubmission(row.id))
      const createdComment = submissionComments.insert({
        ...submissionComments.fresh(newId('cmt')),
        ...body,
        submission_id: row.id,
        author_id: caller.user,
        by: caller.user === row.user_id ? 'student' : 'school',
      })
      submissionFiles.note(row.id, body.file_ids)
      // Who writes is at work: the term of the claim begins anew.
      if (row.status === 'in_review' && row.claim_expires_at !== null && row.curator_id === caller.user)
        renewClaim(submissions.save(row, { claim_expires_at: formatTime(claimEnd(now)) }), work)
      emit(submissionCommented, createdComment, { related: { user_id: row.user_id } })
      return createdComment
    },
  },
  expanders,
)
