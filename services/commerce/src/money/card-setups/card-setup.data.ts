// Attempts to save a card as personal data.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { CardSetup } from './card-setup.contract.ts'

export const cardSetupsOfPerson = builder.personalData({
  what: 'attempts to save a card',
  on_merge: 'they become attempts of the person who stays',
  needs: 'payments:write',
  erased: 'all of them',
  kept: null,
  why: null,
  ...rowsOfPerson(({ cardSetups }: Stores) => cardSetups, 'card_setups.user_id', CardSetup),
  move: ({ from, into, erased }, _, { cardSetups }) =>
    erased ? cardSetups.removeOf(from) : cardSetups.moveTo(into, from),
  erase: (userId, _, { cardSetups }) => cardSetups.removeOf(userId),
})
