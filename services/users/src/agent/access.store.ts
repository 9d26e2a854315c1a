import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { AgentAccess, accessRefusals, agentAccess, type openRoles } from './access.contract.ts'

const accesses = objectTable('users.agent_accesses', AgentAccess, {
  list: agentAccess.list,
  unique: [{ of: ['user_id'], refusal: accessRefusals.agent_access_taken }, { of: ['role'] }],
})
export type AgentAccessRow = RowIn<typeof accesses>

export class AgentAccessStore extends storeOf(accesses) {
  /** The access of a person; null if there is none. */
  ofUser(userId: string): Promise<AgentAccessRow | null> {
    return this.#one('user_id', userId)
  }

  /** The access of a role; null if there is none. */
  ofRole(role: (typeof openRoles)[number]): Promise<AgentAccessRow | null> {
    return this.#one('role', role)
  }

  async #one(column: 'user_id' | 'role', value: string): Promise<AgentAccessRow | null> {
    const { rows } = await this.work.read(`${accesses.select} and t.${column} = $2`, [
      this.work.school,
      value,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Ends the access of a person who leaves the school. */
  closeOf(userId: string): void {
    this.work.write(`delete from "users"."agent_accesses" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
