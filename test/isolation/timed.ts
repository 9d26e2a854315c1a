// What every service does by the clock, over all schools, under the role that it has for this.
import { jest } from '@jest/globals'
import { tasksOf } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'

const timed = allServices.flatMap(service =>
  tasksOf(service).flatMap(({ task, runAll }) =>
    runAll ? [{ service: service.contract.service, task: task.name, runAll }] : [],
  ),
)

/** Registers the tests of what is done by the clock. */
export function timedTasks(system: () => TestSystem): void {
  test.each(timed)('$service: $task is done, and reports no error', async ({ service, runAll }) => {
    const { runtime } = system().services[service]!
    const errors = jest.spyOn(runtime.log, 'error')
    await runAll(runtime)
    expect(errors.mock.calls).toEqual([])
    errors.mockRestore()
  })
}
