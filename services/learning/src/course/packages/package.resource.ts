import { maxArchiveBytes } from '@lms/archive'
import { hasPermissions, newId, Refused } from '@lms/contract'
import { packageExports, packageImports, packagePermissions } from '@lms/service/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { exportCourseTask } from './export.run.ts'
import { importCourseTask } from './import.run.ts'
import { ImportSourceEntity } from './import-source.store.ts'
import { packageForm } from './open-package.ts'
import { ordererOf } from './orderer.ts'
import { coursePackages, refusals } from './package.contract.ts'
import { exportCourse, importCourse } from './package.task.ts'
import { readFile } from './stored-file.ts'
import { takeBackImportTask } from './undo-import.ts'

type At = Pick<Work, 'work' | 'runtime'>

// The row that GET /v1/imports and /v1/exports show is made before the task; without the task it ends a day later.
const coursePackageHandlers = builder.implement(coursePackages, {
  import: async ({ body: { file_id, dry_run }, caller, ...ctx }) => {
    if (!hasPermissions(caller.rights, packagePermissions.import))
      throw new Refused(refusals.package_beyond_own)
    const head = await readFile(file_id, { start: 0, length: 4 }, ctx)
    if (!head || head.size > maxArchiveBytes || packageForm(head.name, head) === null)
      throw new Refused(refusals.package_unreadable)
    const id = newId('imp')
    const { begun: isAccepted } = await rows(ctx).packageImports.begin({
      body: { id, file_id, dry_run, ...ordererOf(caller) },
    })
    if (!isAccepted) throw new Refused(refusals.package_imports_limit_reached)
    enqueue(ctx.work, importCourse, { import_id: id, file_id, dry_run, orderer: ordererOf(caller) })
    return { id, file_id, dry_run, status: 'queued' as const }
  },

  export: async ({ path, body: { format }, caller, ...ctx }, { courses }) => {
    if (!hasPermissions(caller.rights, packagePermissions.export))
      throw new Refused(refusals.package_beyond_own)
    const course = await courses.get(path.id)
    courses.checkVersion(course)
    const id = newId('exp')
    const list = `/v1/courses/${course.id}`
    const { begun: isAccepted } = await rows(ctx).packageExports.begin({
      body: { id, list, format, ...ordererOf(caller) },
    })
    if (!isAccepted) throw new Refused(refusals.package_exports_limit_reached)
    enqueue(ctx.work, exportCourse, {
      ...{ export_id: id, course_id: course.id, format },
      orderer: ordererOf(caller),
    })
    return { id, course_id: course.id, format, status: 'queued' as const }
  },
})

function rows({ work, runtime }: At) {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.client('service', { packageImports, packageExports }, scope)
}

export const packageResource = builder.resource({
  handlers: [coursePackageHandlers],
  entities: [ImportSourceEntity],
  tasks: [importCourseTask, takeBackImportTask, exportCourseTask],
})
