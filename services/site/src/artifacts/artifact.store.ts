import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Artifact } from './artifact.contract.ts'
import { artifactLifecycle } from './artifact.lifecycle.ts'

const table = objectTable('site.artifacts', Artifact, {
  archive: { never: 'made for a link that expires', returns: 'empty' },
  hidden: {
    /** The service that makes it. */
    maker: column.key(),
    /** Of one that is stored while it is made: its upload, once it has begun, and the pieces that are stored. */
    upload: column.key().nullable(),
    stored_pieces: column.integer(),
    /** Whether its last piece is made. */
    is_whole: column.boolean(),
  },
  lifecycle: { of: artifactLifecycle, emits: { finish: null, fail: null } },
})
export type ArtifactRow = RowIn<typeof table>

export class ArtifactStore extends storeOf(table) {}
