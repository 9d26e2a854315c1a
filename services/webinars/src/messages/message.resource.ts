import { builder } from '../builder.ts'
import { countVotesTask } from './count-votes.run.ts'
import { messagesOfPerson } from './message.data.ts'
import { messageHandlers } from './message.handlers.ts'
import { QuestionVoteEntity } from './question-vote.entity.ts'

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
