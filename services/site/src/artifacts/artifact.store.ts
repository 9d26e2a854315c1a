import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Artifact } from './artifact.contract.ts'
import { artifactLifecycle } from './artifact.lifecycle.ts'

const table = objectTable('site.artifacts', Artifact, {
  // The service that has made it.
  hidden: { maker: column.key() },
  lifecycle: { of: artifactLifecycle, emits: { finish: null, fail: null } },
})
export type ArtifactRow = RowIn<typeof table>

export class ArtifactStore extends storeOf(table) {}
