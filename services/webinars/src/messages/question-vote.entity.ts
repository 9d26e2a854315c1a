import { column, tenantEntity } from '@lms/service-host'

/** One vote of a participant for a question. */
export const QuestionVoteEntity = tenantEntity(
  'webinars',
  'question_votes',
  {
    message_id: column.id<'wbm'>().primary(),
    registration_id: column.id<'wbr'>().primary(),
    session_id: column.id<'wbs'>(),
    voted_at: column.time(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'session_id'] }, { properties: ['school_id', 'registration_id'] }],
  },
)
