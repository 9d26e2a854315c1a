// Certificates as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Certificate } from './certificate.contract.ts'

export const certificatesOfPerson = builder.personalData({
  what: 'certificates',
  on_merge: 'they move; of two valid ones of a course the older stays, and the other is revoked',
  needs: 'certificates:write',
  erased: 'the name, and the reason of a revocation; the public check knows the number no more',
  kept: 'number, course, states, times',
  why: 'a number is never given twice',
  ...rowsOfPerson(({ certificates }: Stores) => certificates, 'certificates.user_id', Certificate),
  move: async ({ from, into, erased }, _, { certificates }) => {
    if (erased) certificates.blankOf(from)
    await certificates.moveTo(into, from)
  },
  erase: (userId, _, { certificates }) => certificates.blankOf(userId),
})
