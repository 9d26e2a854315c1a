// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedTask {
  /** The id of the task of a manager. */
  id: string
  /** Always true: the task of a manager was deleted. */
  deleted: true
}

export interface Task {
  /** The id of the task of a manager. */
  id: string
  /** What the manager reads in the list of tasks. */
  title: string
  /** What is to be done, where the title does not say it all. */
  description: string
  /** The person whom it is about. */
  user_id: string | null
  /** The order that it is about: one of the person, if it names one. */
  order_id: string | null
  /** Who of the staff is to do it, and is told by e-mail; null until somebody takes it, and again once they leave. */
  assignee_id: string | null
  /** Who made it; null for a key without a person. */
  author_id: string | null
  /** `open` until the task is finished or canceled; it can be opened again. */
  status: 'open' | 'finished' | 'canceled'
  /** When it is to be done; null for no term. */
  due_at: string | null
  /** When the assignee gets an e-mail about it, if the task is still open then. */
  remind_at: string | null
  /** When this e-mail was sent. */
  reminded_at: string | null
  /** What came of the task, once it is closed. */
  result: string
  /** How the task comes again, counted from the first `due_at`; null for once. Finishing it makes the next one, with the first term that is still to come; a canceled one is the last. */
  repeat: {
    /** After how many of the unit it comes again. */
    every: number
    /** What `every` counts, in the zone of the school. */
    unit: 'day' | 'week' | 'month' | 'year'
  } | null
  /** The term from which the others of a repeating task are counted. */
  first_due_at: string | null
  /** The task that followed when this one was finished. */
  next_task_id: string | null
  /** When it was last finished or canceled. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the task of a manager was created. */
  created_at: string
  /** When the task of a manager last changed. */
  updated_at: string
}

export interface TaskCreate {
  /** What the manager reads in the list of tasks. */
  title: string
  /** What is to be done, where the title does not say it all. Default: `""`. */
  description?: string
  /** The person whom it is about. Default: `null`. */
  user_id?: string | null
  /** The order that it is about: one of the person, if it names one. Default: `null`. */
  order_id?: string | null
  /** Who of the staff is to do it, and is told by e-mail; null until somebody takes it, and again once they leave. Default: `null`. */
  assignee_id?: string | null
  /** When it is to be done; null for no term. Default: `null`. */
  due_at?: string | null
  /** When the assignee gets an e-mail about it, if the task is still open then. Default: `null`. */
  remind_at?: string | null
  /** How the task comes again, counted from the first `due_at`; null for once. Finishing it makes the next one, with the first term that is still to come; a canceled one is the last. Default: `null`. */
  repeat?: {
    /** After how many of the unit it comes again. */
    every: number
    /** What `every` counts, in the zone of the school. */
    unit: 'day' | 'week' | 'month' | 'year'
  } | null
}

export interface TaskUpdate {
  /** What the manager reads in the list of tasks. */
  title?: string
  /** What is to be done, where the title does not say it all. */
  description?: string
  /** The person whom it is about. */
  user_id?: string | null
  /** The order that it is about: one of the person, if it names one. */
  order_id?: string | null
  /** Who of the staff is to do it, and is told by e-mail; null until somebody takes it, and again once they leave. */
  assignee_id?: string | null
  /** When it is to be done; null for no term. */
  due_at?: string | null
  /** When the assignee gets an e-mail about it, if the task is still open then. */
  remind_at?: string | null
  /** How the task comes again, counted from the first `due_at`; null for once. Finishing it makes the next one, with the first term that is still to come; a canceled one is the last. */
  repeat?: {
    /** After how many of the unit it comes again. */
    every: number
    /** What `every` counts, in the zone of the school. */
    unit: 'day' | 'week' | 'month' | 'year'
  } | null
  /** `finished` or `canceled` closes the task, `open` opens it again. */
  status?: 'open' | 'finished' | 'canceled'
  /** What came of the task, once it is closed. */
  result?: string
}

export type TaskSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
/** The query of the list of Task. */
export interface TaskListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<TaskSort>
  /** Words to search for. */
  q?: string
  user_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  assignee_id?: OneOrMany<string>
  author_id?: OneOrMany<string>
  status?: OneOrMany<'open' | 'finished' | 'canceled'>
  due_at?: TimeFilter
  remind_at?: TimeFilter
  reminded_at?: TimeFilter
  first_due_at?: TimeFilter
  next_task_id?: OneOrMany<string>
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `tasks.list` can be refused. */
export type TasksListReason = CommonReason
/** List tasks of managers. GET /v1/tasks; needs tasks:read. */
export function list(client: Caller, query: TaskListQuery = {}, options: RequestOptions = {}): ListPromise<Task, TasksListReason> {
  return client.list({ method: 'GET', path: '/v1/tasks', query }, options)
}

/** Why `tasks.create` can be refused. */
export type TasksCreateReason = CommonReason | 'user_unknown' | 'assignee_not_staff' | 'repeat_without_term' | 'open_tasks_limit_reached'
/** Create a task for a manager. POST /v1/tasks; needs tasks:write. */
export function create(client: Caller, body: TaskCreate, options: RequestOptions = {}): ApiPromise<Task, TasksCreateReason> {
  return client.call({ method: 'POST', path: '/v1/tasks', body }, options)
}

/** Why `tasks.get` can be refused. */
export type TasksGetReason = CommonReason
/** Get a task. GET /v1/tasks/{id}; needs tasks:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Task, TasksGetReason> {
  return client.call({ method: 'GET', path: `/v1/tasks/${encodeURIComponent(id)}` }, options)
}

/** Why `tasks.update` can be refused. */
export type TasksUpdateReason = CommonReason | 'user_unknown' | 'assignee_not_staff' | 'repeat_without_term' | 'task_closed' | 'open_tasks_limit_reached'
/** Change a task; complete, cancel or reopen it by its status. PATCH /v1/tasks/{id}; needs tasks:write. */
export function update(client: Caller, id: string, body: TaskUpdate = {}, options: RequestOptions = {}): ApiPromise<Task, TasksUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/tasks/${encodeURIComponent(id)}`, body }, options)
}

/** Why `tasks.delete` can be refused. */
export type TasksDeleteReason = CommonReason
/** Delete a task. DELETE /v1/tasks/{id}; needs tasks:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedTask, TasksDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/tasks/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `tasks` with a client. */
export class TasksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List tasks of managers. GET /v1/tasks; needs tasks:read. */
  list(query: TaskListQuery = {}, options: RequestOptions = {}): ListPromise<Task, TasksListReason> {
    return list(this.#client, query, options)
  }
  /** Create a task for a manager. POST /v1/tasks; needs tasks:write. */
  create(body: TaskCreate, options: RequestOptions = {}): ApiPromise<Task, TasksCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a task. GET /v1/tasks/{id}; needs tasks:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Task, TasksGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a task; complete, cancel or reopen it by its status. PATCH /v1/tasks/{id}; needs tasks:write. */
  update(id: string, body: TaskUpdate = {}, options: RequestOptions = {}): ApiPromise<Task, TasksUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a task. DELETE /v1/tasks/{id}; needs tasks:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedTask, TasksDeleteReason> {
    return delete_(this.#client, id, options)
  }}
