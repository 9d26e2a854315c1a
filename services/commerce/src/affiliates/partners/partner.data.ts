// The personal data of partners who are people of the school.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Partner } from './partner.contract.ts'

export const partnersOfPerson = builder.personalData({
  what: 'partners',
  on_merge: 'the person who stays becomes the partner',
  needs: 'partners:write',
  erased: 'names, comments, comments of payouts',
  kept: 'codes, shares, accruals, payouts',
  why: 'the law requires the records to be kept',
  ...rowsOfPerson(
    ({ partners }: Stores) => partners,
    'partners.user_id',
    Partner.omit({ link: true, balance: true }),
  ),
  move: ({ from, into, erased }, _, { partners, partnerPayouts }) => {
    if (erased) {
      partnerPayouts.blankOf(from)
      partners.blankOf(from)
    }
    partners.moveTo(into, from)
  },
  erase: (userId, _, { partners, partnerPayouts }) => {
    partnerPayouts.blankOf(userId)
    partners.blankOf(userId)
  },
})
