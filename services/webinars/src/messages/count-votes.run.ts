import { builder } from '../builder.ts'
import { countVotes } from './count-votes.task.ts'

export const countVotesTask = builder.task(countVotes, async ({ payload, runtime }, stores) => {
  const { messages, roomEvents, sessions } = stores
  const message = await messages.find(payload.message_id)
  if (!message) return
  const session = await sessions.lockAnyVersion(message.session_id)
  messages.countVotes(message.id)
  if (message.status === 'visible') roomEvents.tell(session, 'question', message.id, { runtime })
})
