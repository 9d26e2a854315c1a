import { I, id, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { artifactLifecycle } from './artifact.lifecycle.ts'

/**
 * A file that the product has made for a school: an export, the errors of an import. It is no file of the school: no
 * list shows it, it takes none of the school's room, and it goes when its link does.
 */
export const Artifact = z.object({
  id: id('fil'),
  status: oneOf(artifactLifecycle.states),
  name: text(200, 1),
  content_type: text(100, 1),
  size: z.int().min(1),
  pieces: z.int32().min(1),
  expires_at: timestamp(),
  created_at: timestamp(),
})
export type Artifact = z.infer<typeof Artifact>

const StoredArtifact = z.object({
  status: oneOf(artifactLifecycle.states),
  url: z.string().nullable().describe('The link to a stored one, until it expires.'),
})

const artifactInput = Artifact.pick({
  id: true,
  name: true,
  content_type: true,
  size: true,
  pieces: true,
  expires_at: true,
})

/** Bytes of a piece of a file that is stored while it is made; the last one may be shorter. */
export const pieceBytes = 1024 * 1024

export const artifacts = resource({
  /** Begins to store a file; its bytes are read from the caller's pieces. A repetition changes nothing. */
  store: I('POST /internal/artifacts', {
    summary: 'Store a file that another service has made',
    callers: ['service'],
    permission: null,
    body: artifactInput,
    returns: StoredArtifact,
  }),
  /**
   * The same for a file of any size, while it is made: `size` and `pieces` are those of now. Whoever makes it drops the
   * pieces that are stored. All pieces but the last have 1 MiB.
   */
  grow: I('POST /internal/artifacts/grow', {
    summary: 'Store a file while another service makes it',
    callers: ['service'],
    permission: null,
    body: artifactInput.extend({ is_whole: z.boolean().describe('Whether its last piece is made.') }),
    returns: StoredArtifact.extend({ stored_pieces: z.int() }),
  }),
})

/** The other side: the service that has made a file gives its bytes, piece by piece. */
export const artifactPieces = resource({
  piece: I('GET /internal/artifacts/{id}/pieces/{number}', {
    summary: 'A piece of a file that the service has made',
    callers: ['site'],
    permission: null,
    path: { number: text(10, 1).regex(/^\d+$/) },
    returns: z.object({ content: z.string().describe('Base64.') }),
  }),
})

/** Files of the school, for services that read them. */
export const fileReading = resource({
  read: I('POST /internal/files/{id}/read', {
    summary: 'A range of the bytes of a ready file',
    callers: ['service', 'learning', 'webinars'],
    permission: null,
    body: z.object({
      start: z.int().min(0),
      length: z
        .int()
        .min(1)
        .max(4 * 1024 * 1024),
    }),
    returns: z.object({
      name: z.string(),
      content_type: z.string(),
      alt: z.string(),
      size: z.int(),
      content: z.string().describe('Base64; shorter at the end of the file, and empty beyond it.'),
    }),
  }),
})
