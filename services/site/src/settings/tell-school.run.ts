import { SchoolSettings } from '@lms/contract'
import { hostOperations } from '@lms/service-host'
import { builder } from '../builder.ts'
import { tellSchool } from './tell-school.task.ts'

export const tellSchoolCall = builder.externalCall(tellSchool, {
  prepare: async (_, { settings }) => SchoolSettings.parse(await settings.get()),

  // Those who keep nothing of it say so.
  call: async (body, { runtime, school, requestId }) => {
    const others = Object.keys(runtime.config.serviceAddresses).filter(name => name !== runtime.service)
    const told = await Promise.allSettled(
      others.map(name =>
        runtime.client(name, { hostOperations }, { school, requestId }).hostOperations.keepSchool({ body }),
      ),
    )
    const failed = told.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return null
  },

  finish: async () => undefined,
})
