import { builder } from '../builder.ts'
import { countVotes } from './count-votes.task.ts'
import { messagesOfPerson } from './message.data.ts'
import { messageHandlers } from './message.handlers.ts'
import { QuestionVoteEntity } from './question-vote.entity.ts'

const countVotesTask = builder.task(countVotes, async ({ payload, runtime }, stores) => {
  const { messages, roomEvents, sessions } = stores
  const message = await messages.find(payload.message_id)
  if (!message) return
  const session = await sessions.lockAnyVersion(message.session_id)
  messages.countVotes(message.id)
  if (message.status === 'visible') roomEvents.tell(session, 'question', message.id, { runtime })
})

export const messageResource = builder.resource({
  handlers: [messageHandlers],
  entities: [QuestionVoteEntity],
  tasks: [countVotesTask],
  personalData: [messagesOfPerson],
  restored: (_, { messages }) => {
    messages.withRoles()
    return []
  },
})
