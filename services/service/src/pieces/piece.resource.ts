import { builder } from '../builder.ts'
import { PieceEntity } from './piece.entity.ts'
import { pieceHandlers } from './piece.handlers.ts'

export const pieceResource = builder.resource({
  handlers: [pieceHandlers],
  entities: [PieceEntity],
})
