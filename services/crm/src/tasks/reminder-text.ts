import type { ManagerTask } from './task.contract.ts'

/** The e-mail that reminds the assignee of a task. */
export const reminderMail = ({ id, title, description, due_at }: ManagerTask) => ({
  subject: `Reminder: ${title}`,
  text: [
    title,
    ...(description ? ['', description] : []),
    '',
    ...(due_at ? [`Due: ${due_at}`] : []),
    `Task: ${id}`,
    '',
  ].join('\n'),
})
