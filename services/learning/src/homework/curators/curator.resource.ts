import { builder } from '../../builder.ts'
import { curatedOfPerson, curatorsOfPerson } from './curator.data.ts'
import { curatorHandlers } from './curator.handlers.ts'

export const curatorResource = builder.resource({
  handlers: [curatorHandlers],
  personalData: [curatorsOfPerson, curatedOfPerson],
  used: { curators_limit_reached: ({ curators }, most) => curators.standing(most) },
})
