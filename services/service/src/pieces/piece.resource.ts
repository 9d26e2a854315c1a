import { missing } from '@lms/service-host'
import { artifactPieces } from '@lms/site/contract'
import { builder } from '../builder.ts'
import { PieceEntity } from './piece.store.ts'

/** The storage reads what this service has made. */
const pieceHandlers = builder.implement(artifactPieces, {
  piece: async ({ path: { id, number } }, { pieces }) => {
    const content = await pieces.get(id, Math.min(Number(number), 2 ** 31 - 1))
    return content === null ? missing() : { content }
  },
})

export const pieceResource = builder.resource({
  handlers: [pieceHandlers],
  entities: [PieceEntity],
})
