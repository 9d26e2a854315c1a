import { cancelTasks, enqueue, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { announceTask, remindAssignee } from './mail.task.ts'
import { ManagerTask, tasks as operations, refusals } from './task.contract.ts'
import { managerTaskLifecycle } from './task.lifecycle.ts'

// The host has a table `tasks` of its own in every schema.
const tasks = objectTable('crm.manager_tasks', ManagerTask, {
  archive: { earlier: { columns: { closed_at: 'finished_at' }, values: { status: { done: 'finished' } } } },
  list: operations.list,
  searched: ['title', 'description'],
  indexes: [
    ['status', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['order_id', 'created_at', 'id'],
    ['assignee_id', 'created_at', 'id'],
    ['author_id', 'created_at', 'id'],
  ],
  lifecycle: {
    of: managerTaskLifecycle,
    emits: { finish: null, cancel: null, reopen: null },
    refuses: { finished: refusals.task_closed, canceled: refusals.task_closed },
  },
})
export type ManagerTaskRow = RowIn<typeof tasks>

/** The people of a task. */
type Person = 'user_id' | 'assignee_id' | 'author_id'

export class ManagerTaskStore extends storeOf(tasks) {
  /** Plans the reminder of a task, or takes it back. */
  planReminder({ id, status, remind_at, reminded_at, assignee_id }: ManagerTaskRow): void {
    const hasReminder =
      status === 'open' && remind_at !== null && reminded_at === null && assignee_id !== null
    if (hasReminder) enqueue(this.work, remindAssignee, { task_id: id }, { key: id, at: new Date(remind_at) })
    else this.forgetReminder({ id })
  }

  /** Takes the reminder of a task back. */
  forgetReminder({ id }: Pick<ManagerTaskRow, 'id'>): void {
    cancelTasks(this.work, remindAssignee, [id])
  }

  /** Has the assignee told that the task is theirs now, unless they took it themselves. */
  announce({ id, status, assignee_id, version }: ManagerTaskRow, callerId: string | null): void {
    if (status === 'open' && assignee_id !== null && assignee_id !== callerId)
      enqueue(this.work, announceTask, { task_id: id, assignee_id }, { key: `${id} ${version}` })
  }

  /** How many open tasks each of these people has; without those who have none. */
  async openOf(userIds: readonly string[]): Promise<{ user_id: string; count: number }[]> {
    if (userIds.length === 0) return []
    const { rows } = await this.work.read(
      `select assignee_id, count(*)::int from "crm"."manager_tasks"
       where school_id = $1 and assignee_id = any($2::text[]) and status = 'open' group by assignee_id`,
      [this.work.school, textArray(userIds)],
    )
    return rows.map(([user_id, count]) => ({ user_id: user_id!, count: Number(count) }))
  }

  /** Gives the tasks in which a person stands in a column to another person. */
  moveTo(column: Person, into: string, from: string): void {
    this.work.write(
      `update "crm"."manager_tasks" set "${column}" = $2, version = version + 1, updated_at = $4
       where school_id = $1 and "${column}" = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Erases the texts of the tasks about a person. */
  blankOf(userId: string): void {
    this.work.write(
      `update "crm"."manager_tasks" set title = 'Erased', description = '', result = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }

  /** Takes open tasks from a person who is gone: somebody else is to do them. */
  unassign(userId: string): void {
    this.work.write(
      `update "crm"."manager_tasks" set assignee_id = null, version = version + 1, updated_at = $3
       where school_id = $1 and assignee_id = $2 and status = 'open'`,
      [this.work.school, userId, this.work.now],
    )
  }
}
