import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../people/users/personal-data.ts'
import { AgentConfirmation } from './confirmation.contract.ts'
import { AgentMessage } from './message.contract.ts'

export const dialogueData: OwnPersonalData = {
  what: 'dialogues with the agent, and what it said of the person to others',
  on_merge: 'those of the duplicate are deleted',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  ...rowsOfPerson(({ agentMessages }) => agentMessages, 'agent_messages.user_id', AgentMessage),
  texts: [
    'agent_messages.message',
    'agent_messages.answer',
    'agent_messages.calls',
    'agent_messages.people_seen',
  ],
  move: ({ from }, _, { agentMessages }) => agentMessages.removeOf(from),
  erase: async (id, _, { agentMessages, users }) => {
    agentMessages.removeOf(id)
    await agentMessages.removeAbout((await users.findAny(id))!)
  },
}

const ofPerson = (userId: string) => ({
  sql: '(t.user_id = $ or t.answered_by_user_id = $)',
  values: [userId, userId],
})

export const confirmationData: OwnPersonalData = {
  what: 'changes that the agent proposed to the person or about them, or that the person confirmed',
  on_merge: 'those of the duplicate are deleted',
  needs: null,
  erased: 'all of them',
  kept: 'the audit records of the changes',
  why: 'they say who changed what in the school',
  columns: ['agent_confirmations.user_id', 'agent_confirmations.answered_by_user_id'],
  texts: ['summary', 'impact', 'said', 'path', 'body', 'seen', 'people_seen', 'result'].map(
    column => `agent_confirmations.${column}` as const,
  ),
  object: AgentConfirmation,
  count: (userId, { agentConfirmations }) => agentConfirmations.countWhere(ofPerson(userId)),
  items: async (userId, { after, most }, { agentConfirmations }) =>
    (await agentConfirmations.walk(ofPerson(userId), after, most)).map(row => AgentConfirmation.parse(row)),
  move: ({ from }, _, { agentConfirmations }) => agentConfirmations.removeOf(from),
  erase: async (id, _, { agentConfirmations, users }) => {
    agentConfirmations.removeOf(id)
    await agentConfirmations.removeAbout((await users.findAny(id))!)
  },
}
