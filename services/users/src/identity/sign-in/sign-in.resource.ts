import { builder } from '../../builder.ts'
import { removeSignIns } from './remove-sign-ins-job.ts'
import { signInHandlers } from './sign-in.handlers.ts'

export const signInResource = builder.resource({
  handlers: [signInHandlers],
  tasks: [removeSignIns],
})
