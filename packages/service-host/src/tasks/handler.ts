import type { Runtime } from '../work/runtime.ts'
import type { ExternalSteps } from './external-call.ts'
import type { RunTask, RunTasks, Task, TaskFailed } from './task.ts'

/** A task and what it does. */
export interface TaskHandler<Stores = any> {
  readonly task: Task
  readonly run: RunTask<any, Stores> | null
  readonly runMany: RunTasks<any, Stores> | null
  /** Of one that is done by the clock, for all schools. */
  readonly runAll: ((runtime: Runtime) => Promise<unknown>) | null
  readonly external: ExternalSteps<any, Stores, any, any, any> | null
  readonly failed: TaskFailed<any, Stores> | null
}

/** A task whose effect is outside. */
export interface ExternalCall<T = any, Result = any, Stores = any> extends TaskHandler<Stores> {
  readonly task: T & Task
  readonly external: ExternalSteps<any, Stores, any, any, Result>
}
